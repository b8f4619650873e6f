/** The text of a link that could not be opened, to be read or copied by hand. */
import type { ReactElement } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/TextField.tsx';

interface LinkTextDialogProps {
  readonly text: string;
  readonly onClose: () => void;
}

export default function LinkTextDialog({ text, onClose }: LinkTextDialogProps): ReactElement {
  return (
    <Dialog open onClose={onClose} title="The link's text" actions={<Button onClick={onClose}>Close</Button>} hideClose>
      <TextField label="Text" value={text} rows={8} code />
    </Dialog>
  );
}
