/** What real systems do that neither their names nor their documentation make one expect. */
import type { Preset } from '../preset.ts';
import { gatewaysPresets } from './gateways.ts';
import { librariesPresets } from './libraries.ts';
import { proxiesPresets } from './proxies.ts';

export const systemsPresets: readonly Preset[] = [...proxiesPresets, ...gatewaysPresets, ...librariesPresets];
