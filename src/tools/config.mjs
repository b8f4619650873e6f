// Writes and reads config text of real systems: src/cli/config.ts.
import { startCommand } from './commandLine.mjs';

await startCommand('config');
