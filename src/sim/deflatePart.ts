/** What `deflate.ts` loads. */
export { deflateSync, FlateErrorCode, Inflate, inflateSync, strFromU8, strToU8 } from 'fflate';
