import { workerAddress } from '../shared/trusted.ts';

/** Made as the page starts, since whoever makes the policy first decides what it lets through. */
export const worker = workerAddress();
