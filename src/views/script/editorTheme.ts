/** The editor's theme. Chroma is reserved for decisions: syntax differs by weight, slant and the second ink. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword], fontWeight: '600' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--ink-2)', fontStyle: 'italic' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--ink-2)' },
  { tag: [tags.bool, tags.null], fontStyle: 'italic' },
  { tag: tags.invalid, textDecoration: 'underline dotted' },
]);

const baseTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: 'none' }, // the element around it has the ring, line numbers included
  '.cm-scroller': { overflow: 'auto', font: '400 var(--type-code) var(--font-mono)', lineHeight: '18px' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 8px' },
  '.cm-gutters': {
    border: '0',
    borderInlineEnd: '1px solid var(--line)',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink-2)',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '32px', padding: '0 6px 0 4px' },
  '.cm-placeholder': { color: 'var(--ink-2)' },
  '&.cm-focused .cm-matchingBracket, &.cm-focused .cm-nonmatchingBracket': {
    outline: '1px solid var(--control)',
    backgroundColor: 'transparent',
  },
  '.cm-problemLine': { backgroundColor: 'var(--sunken)' },
  '.cm-problem': { textDecoration: 'underline wavy var(--ink)', textUnderlineOffset: '3px' },
  '.cm-lineNumbers .cm-problemNumber': {
    backgroundColor: 'var(--ink)',
    color: 'var(--on-accent)',
    fontWeight: '600',
    forcedColorAdjust: 'none',
  },
  '.cm-tooltip': {
    border: '1px solid var(--control)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface)',
    boxShadow: 'var(--elevation-1)',
    color: 'var(--ink)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: '12em', font: '400 var(--type-code) var(--font-mono)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
    forcedColorAdjust: 'none',
  },
  '.cm-completionMatchedText': { fontWeight: '600', textDecoration: 'none' },
  '.cm-completionDetail': { marginInlineStart: '0', fontStyle: 'normal', opacity: '0.8' },
  '.cm-tooltip.cm-completionInfo': {
    maxWidth: '280px',
    padding: 'var(--space-2) var(--space-3)',
    font: '400 var(--type-label) var(--font)',
  },
  // A browser on a phone zooms into smaller text when it takes the focus.
  '@media (pointer: coarse)': { '.cm-scroller': { fontSize: 'var(--size-lead)', lineHeight: '24px' } },
});

export const editorTheme: Extension = [baseTheme, syntaxHighlighting(highlight)];
