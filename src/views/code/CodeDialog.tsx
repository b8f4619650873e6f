/** The larger view of a code editor, with what helps beside it. */
import { useRef, type ReactElement, type ReactNode } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './CodeDialog.module.css';
import { CodePanel, type CodePanelProps } from './CodePanel.tsx';

interface CodeDialogProps extends Omit<CodePanelProps, 'content' | 'fills'> {
  readonly onClose: () => void;
  /** Beside the editor. */
  readonly children: ReactNode;
}

export function CodeDialog({ onClose, children, ...panel }: CodeDialogProps): ReactElement {
  const content = useRef<HTMLElement>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={panel.label}
      width={1120}
      height={860}
      fullScreenOnPhone
      initialFocus={content}
    >
      <div className={styles['enlarged']}>
        <CodePanel {...panel} content={content} fills />
        <div className={styles['side']}>{children}</div>
      </div>
    </Dialog>
  );
}
