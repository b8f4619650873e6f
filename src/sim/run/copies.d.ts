/** A module that is imported once more, by another address: see `hotLoopsOf.ts`. */
declare module '*&copy' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- An import would make this file a module.
  export const hotLoops: typeof import('./hotLoops.ts').hotLoops;
}
