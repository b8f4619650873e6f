/** The real systems, in the order in which the picker shows them. */
import type { System } from './system.ts';
import { awsApiGateway } from './awsApiGateway.ts';
import { envoyLocal } from './envoyLocal.ts';
import { expressRateLimit } from './expressRateLimit.ts';
import { governor } from './governor.ts';
import { kong } from './kong.ts';
import { nftLimit } from './nftLimit.ts';
import { rackAttack } from './rackAttack.ts';
import { redisCell } from './redisCell.ts';
import { springGateway } from './springGateway.ts';
import { throttled } from './throttled.ts';

export const systems: readonly System[] = [
  governor,
  throttled,
  redisCell,
  nftLimit,
  awsApiGateway,
  envoyLocal,
  springGateway,
  kong,
  rackAttack,
  expressRateLimit,
];

const byId = new Map(systems.map((system) => [system.id, system]));

/** The system of that id, if there is one. */
export function systemById(id: string): System | undefined {
  return byId.get(id);
}
