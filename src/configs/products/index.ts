/** All products, in the order in which they are offered. */
import type { ConfigProduct } from '../product.ts';
import { nginx } from './nginx.ts';

export const products: readonly ConfigProduct[] = [nginx];
