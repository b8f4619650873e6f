// Makes a scenario of access logs: src/cli/import.ts.
import { startCommand } from './commandLine.mjs';

await startCommand('import');
