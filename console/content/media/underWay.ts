import type { Asset } from '../../../shared/contract/content/media.ts';

export const isUnderWay = ({ processing }: Pick<Asset, 'processing'>) =>
  processing === 'queued' || processing === 'running';
