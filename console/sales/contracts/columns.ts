import { stateOn } from './states.ts';

/** What lists and records of contracts show alike in the admin area and in the portal. */
export const CONTRACT_COLUMNS = [
  { key: 'title', as: 'text' },
  { key: 'number', as: 'text', from: 'sm' },
  { key: 'value_minor', as: 'money', alignEnd: true, from: 'lg' },
  { key: 'starts', as: 'date', from: 'lg' },
  { key: 'ends', as: 'date', from: 'md' },
  { key: 'state', as: 'state', stateOn },
] as const;
export const TERM_FACTS = [
  { key: 'value_minor', as: 'money' },
  { key: 'starts', as: 'date' },
  { key: 'ends', as: 'date' },
  { key: 'renew', as: 'word' },
  { key: 'reason', as: 'text' },
  { key: 'sent_at', as: 'time' },
  { key: 'signed_at', as: 'time' },
] as const;
