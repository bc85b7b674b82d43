/** What an auction's sheet shows below its facts, loaded with the first one that is opened. */
export { BidsPanel } from './BidsPanel.tsx';
export { NoticesPanel } from './NoticesPanel.tsx';
export { TimelinePanel } from './TimelinePanel.tsx';
