/** Tables whose rows go with the screen or the user they belong to. */
import * as tables from '../db/schema.ts';

/** What hangs on a screen and has no meaning without it. */
export const OF_A_SCREEN = [
  tables.plays,
  tables.playHours,
  tables.screenHours,
  tables.receipts,
  tables.incidentNotes,
  tables.stagePictures,
  tables.deviceCommands,
  tables.manifests,
  tables.decisionPeriods,
  tables.recordedDecisions,
  tables.audienceCounts,
  tables.leases,
  tables.auctions,
  tables.leaseTurns,
  tables.deviceKeys,
  tables.pairings,
  tables.qrScans,
  tables.alertAcks,
  tables.alertPulls,
] as const;
export const OF_A_USER = [tables.sessions, tables.resetTokens, tables.savedViews] as const;
