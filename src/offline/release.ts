/**
 * How the page and the service worker name a release: by the address of its entry file, whose hash depends on everything
 * that it loads. The release's cache has this name, and so has the lock that each tab of the release holds.
 */

const PREFIX = 'spillway release ';

/** @param entry the entry file's whole address */
export const releaseName = (entry: string): string => `${PREFIX}${entry}`;

/** Whether it names a release that is served from this folder. */
export const isReleaseIn = (folder: string, name: string): boolean => name.startsWith(`${PREFIX}${folder}assets/`);

/** What a page asks its service worker, with a port for the answer: the name of the release that the worker keeps. */
export const WHICH_RELEASE = 'which release?';
