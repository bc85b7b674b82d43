import type { Asset } from '../../../shared/contract/content/media.ts';

export const isProcessing = ({ processing }: Pick<Asset, 'processing'>) =>
  processing === 'queued' || processing === 'running';
