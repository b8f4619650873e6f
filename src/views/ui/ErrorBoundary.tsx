/** Keeps an error in one part of the page from taking down the rest. */
import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Shown in place of the part that failed. */
  readonly fallback: ReactNode;
  readonly onError?: (error: Error) => void;
  readonly children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { readonly broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: Error): void {
    this.props.onError?.(error);
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}
