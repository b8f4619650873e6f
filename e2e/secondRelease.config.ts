/** Builds the page as it is, with other hashes in its files' names: to a browser it is another release. */
import { mergeConfig, type Plugin } from 'vite';
import config from '../vite.config.ts';

const otherHashes: Plugin = { name: 'other-hashes', augmentChunkHash: () => 'second release' };

export default mergeConfig(config, { plugins: [otherHashes], worker: { plugins: () => [otherHashes] } });
