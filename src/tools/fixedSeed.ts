import { configureGlobal } from 'fast-check';

// In CI the same cases every time: a red build is then about the change that made it. Elsewhere each run looks further.
if (process.env['CI']) configureGlobal({ seed: 20_261_121 });
