/** What a report says of a lane, beside its name. */
import { catalogueEntryById, type Lane, type LaneInfo } from '../../sim/index.ts';
import { lanePolicyParts } from '../text/laneText.ts';
import { changedOptionsText } from '../text/optionText.ts';
import { plainText } from './blocks.ts';

const SETTINGS_LENGTH = 200;

/** `10 per 10 s, capacity 20` */
export function limitText(lane: Lane, policy: Pick<LaneInfo, 'n' | 'T' | 'capacity'>): string {
  const usesCapacity = catalogueEntryById(lane.limiter)?.usesCapacity === true;
  return lanePolicyParts(lane, policy, usesCapacity)
    .map(({ text }) => text)
    .join(', ');
}

/** `concurrency none`; empty where all options are the defaults. */
export function settingsText(lane: Lane): string {
  return plainText(changedOptionsText(lane).join(', '), SETTINGS_LENGTH);
}
