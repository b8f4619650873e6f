/** What stands where there is nothing to show yet, and how to change that. */

export const NO_LANES_TEXT = 'No lanes yet. Add a limiter to see what it decides.';
export const NO_REQUESTS_TEXT = 'No requests yet. Press Send or Space, or add a phase.';
