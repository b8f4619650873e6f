// Runs scenarios: src/cli/main.ts.
import { startCommand } from './commandLine.mjs';

await startCommand('main');
