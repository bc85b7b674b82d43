/** Shape and colour of each result; its word stands in the texts of the resource. */
import type { Validation } from '../../../shared/contract/content/validation.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const VALIDATION_BADGES: Record<Validation['state'], StateBadge> = {
  fail: { shape: 'rejected', tone: 'danger' },
  warn: { shape: 'slow', tone: 'warn' },
  waived: { shape: 'draft', tone: 'neutral' },
  pass: { shape: 'approved', tone: 'ok' },
};
