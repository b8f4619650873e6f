import { Fragment, type ReactElement } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import styles from './ShortcutsDialog.module.css';

/** The checkbox disables `single` shortcuts. A row with several keys lists their actions in the same order. */
interface Shortcut {
  readonly keys: readonly string[];
  readonly action: string;
  readonly single: boolean;
}

function single(action: string, ...keys: readonly string[]): Shortcut {
  return { keys, action, single: true };
}

function always(action: string, ...keys: readonly string[]): Shortcut {
  return { keys, action, single: false };
}

const GROUPS: readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Run',
    shortcuts: [
      single('send a request; hold to send ten a second', 'Space'),
      single('send ten requests', 'Shift+Space'),
      single('play, pause', 'P'),
      single('slower, faster', '[', ']'),
      single('start, end of the run', 'Home', 'End'),
      single('move the playhead by 1 % of the range', 'Shift+←', 'Shift+→'),
    ],
  },
  {
    title: 'Inspect',
    shortcuts: [
      single('previous, next decision', '←', '→'),
      single('the same request in the lane above, below', '↑', '↓'),
      single('next, previous disagreement', 'D', 'Shift+D'),
      single('the lane as a table', 'T'),
      single('go to Why?', 'Enter'),
      always('close, then deselect', 'Esc'),
      single('zoom in, out, whole run', '+', '−', '0'),
      single('lanes stacked or in columns', 'V'),
    ],
  },
  {
    title: 'Everywhere',
    shortcuts: [
      single('Run, Tune, Learn', '1', '2', '3'),
      single('add a lane', 'L'),
      single('presets', 'G'),
      single('share', 'S'),
      single('details', 'I'),
      single('these shortcuts', '?'),
      always('move the lane up, down', 'Alt+↑', 'Alt+↓'),
      always('undo, redo', 'Ctrl+Z', 'Ctrl+Shift+Z'),
      always('print the run', 'Ctrl+P'),
      always('find anything: lanes, actions, limiters, presets', 'Ctrl+K'),
    ],
  },
  {
    title: 'On charts and time axes',
    shortcuts: [
      always('move the playhead there; in a lane, select the nearest request', 'Click'),
      always('zoom to a span', 'Drag'),
      always('pan; a drag of the overview pans too', 'Shift+drag'),
      always('show the whole run', 'Double click'),
      always('zoom', 'Ctrl+wheel'),
      always('change n or the capacity; by keyboard, the sliders do', 'Drag a limit'),
      always('cancel the drag', 'Esc'),
    ],
  },
  {
    title: 'Touch',
    shortcuts: [
      always('read out under the crosshair', 'One finger'),
      always('zoom and pan', 'Two fingers'),
      always('beside a limit’s line: change n or the capacity', 'Grip'),
      always('over a lane’s head, on a phone: the next lane, or the one before', 'Swipe'),
    ],
  },
  {
    title: 'On the traffic track',
    shortcuts: [
      always('place a request, with Paint', 'Click'),
      always('paint requests', 'Alt+drag'),
      always('select requests and phases', 'Shift+drag'),
      always('while dragging: ten times finer', 'Shift'),
      always('move the phase or the selection', '←', '→'),
      always('move the phase’s end', 'Shift+←', 'Shift+→'),
      always('raise, lower its rate', '↑', '↓'),
      always('remove it', 'Delete'),
      always('cancel the drag, then deselect', 'Esc'),
    ],
  },
  {
    title: 'On a message between nodes and store',
    shortcuts: [
      always('increase, decrease its delay', 'Alt+→', 'Alt+←'),
      always('remove its delay', 'Alt+Home'),
      always('cancel the drag', 'Esc'),
    ],
  },
  {
    title: 'While a lesson is presented',
    shortcuts: [
      always('next slide, any of these', '→', 'PageDown', 'Space'),
      always('previous slide, either key', '←', 'PageUp'),
      always('reveal the answer', 'R'),
      always('leave', 'Esc'),
    ],
  },
  {
    title: 'On a limiter’s page',
    shortcuts: [
      single('previous, next decision', '←', '→'),
      single('play or pause, either key', 'Space', 'P'),
      always('close', 'Esc'),
    ],
  },
];

export default function ShortcutsDialog(): ReactElement {
  const actions = useActions();
  const singleKeys = useAppState((state) => state.singleKeys);
  return (
    <Dialog open onClose={() => actions.openDialog(null)} title="Keyboard shortcuts" width={920}>
      <div className={styles['groups']}>
        {GROUPS.map(({ title, shortcuts }) => (
          <table key={title} className={styles['table']}>
            <caption>{title}</caption>
            <tbody>
              {shortcuts.map(({ keys, action, single: isSingle }) => (
                <tr key={action} className={isSingle && !singleKeys ? styles['off'] : undefined}>
                  <th scope="row">
                    {keys.map((key, index) => (
                      <Fragment key={key}>
                        {index > 0 && ' '}
                        {title === 'Touch' ? key : <Kbd>{key}</Kbd>}
                      </Fragment>
                    ))}
                  </th>
                  <td>{action}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      <Checkbox label="Enable single-key shortcuts" checked={singleKeys} onChange={actions.setSingleKeys} />
      <p className={styles['note']}>
        Keys without Ctrl or Alt do nothing while a text field, a drop-down list or a menu has the focus; in a lane’s
        list of decisions they all work. Space presses a focused button. On a Mac, use ⌘ for Ctrl.
      </p>
    </Dialog>
  );
}
