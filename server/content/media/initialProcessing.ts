/** The processing state of a new asset. Pure. */
import { isVideo, type Asset } from '../../../shared/contract/content/media.ts';

export const queuedAt = (now: Date) => ({ processing: 'queued' as const, processing_at: now });

/** A video that screens play as it is is ready at once, and a picture. */
export const initialProcessing = ({ mime, unplayable }: Pick<Asset, 'mime' | 'unplayable'>, now: Date) =>
  isVideo(mime) ? { ...queuedAt(now), state: unplayable === null ? 'ready' : 'processing' } : {};
