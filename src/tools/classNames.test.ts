import { expect, it } from 'vitest';
import { scopedName } from './classNames.mjs';

it('names a class after its module, and refuses a second module of that name, whose classes would be the same', () => {
  expect(scopedName('row', '/page/dock/Dock.module.css')).toBe('Dock_row');
  expect(scopedName('row', '/page/dock/Dock.module.css')).toBe('Dock_row');
  expect(() => scopedName('row', '/page/other/Dock.module.css')).toThrow(
    '/page/other/Dock.module.css needs another name: /page/dock/Dock.module.css has the same.',
  );
});
