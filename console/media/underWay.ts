import type { Asset } from '../../shared/contract/media.ts';

export const isUnderWay = ({ processing }: Pick<Asset, 'processing'>) =>
  processing === 'queued' || processing === 'running';
