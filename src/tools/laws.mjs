// Holds a lane against the laws of the catalogue: src/cli/laws.ts.
import { startCommand } from './commandLine.mjs';

await startCommand('laws');
