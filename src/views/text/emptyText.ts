/** Texts for empty states, and what to do about them. */

export const NO_LANES_TEXT = 'No lanes yet. Add a limiter to see what it decides.';
export const NO_REQUESTS_TEXT = 'No requests yet. Press Send or Space, or add a phase.';
