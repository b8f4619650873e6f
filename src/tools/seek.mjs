// Finds the setting that meets goals: src/cli/seek.ts.
import { startCommand } from './commandLine.mjs';

await startCommand('seek');
