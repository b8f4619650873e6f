/** The address of the worker's file: `tools/workerChunkPlugin.mjs`. */
declare module 'virtual:simulation-worker' {
  const address: string;
  export default address;
}
