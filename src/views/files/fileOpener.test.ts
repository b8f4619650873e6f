import { expect, it, vi } from 'vitest';
import type { Actions } from '../../store/actions.ts';
import { withFileOpener } from './fileOpener.ts';

it('says that it could not be loaded only where that is so', async () => {
  const notify = vi.fn();
  const failing = withFileOpener({ notify } as unknown as Actions, () => Promise.reject(new Error('a defect')));
  await expect(failing).rejects.toThrow('a defect');
  expect(notify).not.toHaveBeenCalled();
});
