/** The tag of tests that only `npm run test:long` runs. */
export const DETAIL = '@detail';
