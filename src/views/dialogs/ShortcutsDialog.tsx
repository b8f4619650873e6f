import { Fragment, type ReactElement } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import styles from './ShortcutsDialog.module.css';

/** `single` keys are those that the checkbox switches off. Several keys of one row do what its words say, in that order. */
interface Shortcut {
  readonly keys: readonly string[];
  readonly action: string;
  readonly single: boolean;
}

function single(does: string, ...keys: readonly string[]): Shortcut {
  return { keys, action: does, single: true };
}

function always(does: string, ...keys: readonly string[]): Shortcut {
  return { keys, action: does, single: false };
}

const GROUPS: readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Run',
    shortcuts: [
      single('send a request; held, ten a second', 'Space'),
      single('send ten', 'Shift+Space'),
      single('play, pause', 'P'),
      single('slower, faster', '[', ']'),
      single('start, end of the run', 'Home', 'End'),
      single('playhead by 1 % of the range', 'Shift+←', 'Shift+→'),
    ],
  },
  {
    title: 'Look',
    shortcuts: [
      single('previous, next decision', '←', '→'),
      single('the same request in the lane above, below', '↑', '↓'),
      single('next, previous disagreement', 'D', 'Shift+D'),
      single('go to Why?', 'Enter'),
      always('close, then deselect', 'Esc'),
      single('zoom in, out, whole run', '+', '−', '0'),
    ],
  },
  {
    title: 'Change',
    shortcuts: [
      single('add a lane', 'L'),
      single('presets', 'G'),
      single('share', 'S'),
      single('details', 'I'),
      single('these shortcuts', '?'),
      always('move the lane up, down', 'Alt+↑', 'Alt+↓'),
      always('undo, redo', 'Ctrl+Z', 'Ctrl+Shift+Z'),
    ],
  },
  {
    title: 'On the traffic track',
    shortcuts: [
      always('place a request on an empty spot', 'Click'),
      always('paint requests', 'Alt+drag'),
      always('select requests and phases', 'Shift+drag'),
      always('while dragging: ten times finer', 'Shift'),
      always('move the phase, or what is selected', '←', '→'),
      always('move the phase’s end', 'Shift+←', 'Shift+→'),
      always('its rate up, down', '↑', '↓'),
      always('remove it', 'Delete'),
      always('take the drag back, then let go', 'Esc'),
    ],
  },
  {
    title: 'On a message between nodes and store',
    shortcuts: [
      always('make it later, less late', 'Alt+→', 'Alt+←'),
      always('put it back', 'Alt+Home'),
      always('take the drag back', 'Esc'),
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
                        <Kbd>{key}</Kbd>
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
      <Checkbox label="Single keys act" checked={singleKeys} onChange={actions.setSingleKeys} />
      <p className={styles['note']}>
        Keys without Ctrl or Alt rest while a text field, a list of choices or a menu has the focus. Space presses a
        button that has the focus. On a Mac, ⌘ does what Ctrl does.
      </p>
    </Dialog>
  );
}
