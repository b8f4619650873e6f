/** The text of a link or a file that could not be opened, to be read or copied by hand. */
import type { ReactElement } from 'react';
import type { TitledText } from '../../store/state.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/TextField.tsx';

interface UnreadTextDialogProps extends TitledText {
  readonly onClose: () => void;
}

export default function UnreadTextDialog({ title, text, onClose }: UnreadTextDialogProps): ReactElement {
  return (
    <Dialog open onClose={onClose} title={title} actions={<Button onClick={onClose}>Close</Button>} hideClose>
      <TextField label="Text" value={text} rows={8} code />
    </Dialog>
  );
}
