import { laterModule } from '../hooks/laterModule.ts';

/** How states are drawn, and said in words: until then a lane's picture is empty, in its place. */
export const usePictures = laterModule(() => import('./statePicture.ts'));
