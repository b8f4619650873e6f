/** The addresses of the workers' files: `tools/workerChunkPlugin.mjs`. */
declare module 'virtual:simulation-worker' {
  const address: string;
  export default address;
}
declare module 'virtual:tune-worker' {
  const address: string;
  export default address;
}
declare module 'virtual:logs-worker' {
  const address: string;
  export default address;
}
declare module 'virtual:find-worker' {
  const address: string;
  export default address;
}
