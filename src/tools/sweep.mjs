// Runs a lane with many settings: src/cli/sweep.ts.
import { startCommand } from './commandLine.mjs';

await startCommand('sweep');
