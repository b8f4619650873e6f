import { laterModule } from '../hooks/laterModule.ts';

/** What is said of an instant beside its seconds, which no first chart needs. */
export const useTimeNote = laterModule(() => import('./TimeNote.tsx'));
