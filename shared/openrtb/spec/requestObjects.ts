/** OpenRTB 2.6 §3.2: the request itself, what it offers and on which terms. */
import { PARTNER_TMAX_MS } from '../../contract/programmatic/partner.ts';
import {
  anything,
  flag,
  float,
  FOR_DOOH,
  int,
  ints,
  object,
  objects,
  REQUIRED,
  text,
  texts,
  type ObjectSpec,
} from './field.ts';

/** The number of the first exchange-specific value of an auction type. */
const CUSTOM_AUCTION = 500;
const SID_LENGTH = 64;
export const TAXONOMIES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

export const REQUEST_OBJECTS = {
  BidRequest: {
    section: '3.2.1',
    fields: {
      id: text({ ...REQUIRED, isFilled: true }),
      imp: objects('Imp', { ...REQUIRED, isFilled: true }),
      site: object('Site'),
      app: object('App'),
      dooh: object('DOOH', FOR_DOOH),
      device: object('Device', FOR_DOOH),
      user: object('User'),
      test: flag(),
      at: { type: 'integer', values: [1, 2], customFrom: CUSTOM_AUCTION, ...FOR_DOOH },
      tmax: int(1, { ...FOR_DOOH, usual: PARTNER_TMAX_MS.usual }),
      wseat: texts(),
      bseat: texts(),
      allimps: flag(),
      cur: texts({ ...FOR_DOOH, format: 'currency' }),
      wlang: texts(),
      wlangb: texts(),
      acat: texts(),
      bcat: texts(),
      cattax: int(0, { values: TAXONOMIES, customFrom: CUSTOM_AUCTION }),
      badv: texts({ format: 'hostname' }),
      bapp: texts(),
      source: object('Source'),
      regs: object('Regs'),
      ext: anything,
    },
  },
  Source: {
    section: '3.2.2',
    fields: { fd: flag(), tid: text(), pchain: text(), schain: object('SupplyChain'), ext: anything },
  },
  Regs: {
    section: '3.2.3',
    fields: {
      coppa: flag(),
      gdpr: flag(),
      us_privacy: text(),
      gpp: text(),
      gpp_sid: ints(),
      ext: anything,
    },
  },
  Imp: {
    section: '3.2.4',
    fields: {
      id: text({ ...REQUIRED, isFilled: true }),
      metric: objects('Metric'),
      banner: object('Banner'),
      video: object('Video'),
      audio: object('Audio'),
      native: object('Native'),
      pmp: object('Pmp'),
      displaymanager: text(),
      displaymanagerver: text(),
      instl: flag(),
      tagid: text(),
      bidfloor: float(0, FOR_DOOH),
      bidfloorcur: text({ ...FOR_DOOH, format: 'currency' }),
      clickbrowser: flag(),
      secure: flag(FOR_DOOH),
      iframebuster: texts(),
      rwdd: flag(),
      ssai: int(0, { max: 3 }),
      exp: int(1, FOR_DOOH),
      qty: object('Qty', FOR_DOOH),
      dt: float(0, FOR_DOOH),
      refresh: object('Refresh'),
      ext: anything,
    },
  },
  Metric: {
    section: '3.2.5',
    fields: {
      type: text({ ...REQUIRED, isFilled: true }),
      value: float(undefined, REQUIRED),
      vendor: text(),
      ext: anything,
    },
  },
  Pmp: { section: '3.2.11', fields: { private_auction: flag(), deals: objects('Deal'), ext: anything } },
  Deal: {
    section: '3.2.12',
    fields: {
      id: text({ ...REQUIRED, isFilled: true }),
      bidfloor: float(0),
      bidfloorcur: text({ format: 'currency' }),
      at: int(undefined, { values: [1, 2, 3], customFrom: CUSTOM_AUCTION }),
      wseat: texts(),
      wadomain: texts({ format: 'hostname' }),
      guar: flag(),
      mincpmpersec: float(0),
      durfloors: objects('DurFloors'),
      ext: anything,
    },
  },
  SupplyChain: {
    section: '3.2.25',
    fields: {
      complete: flag(REQUIRED),
      nodes: objects('SupplyChainNode', { ...REQUIRED, isFilled: true }),
      ver: text({ ...REQUIRED, isFilled: true }),
      ext: anything,
    },
  },
  SupplyChainNode: {
    section: '3.2.26',
    fields: {
      asi: text({ ...REQUIRED, isFilled: true }),
      sid: text({ ...REQUIRED, isFilled: true, maxLength: SID_LENGTH }),
      rid: text(),
      name: text(),
      domain: text(),
      hp: flag(),
      ext: anything,
    },
  },
  Qty: {
    section: '3.2.31',
    fields: {
      multiplier: float(0, REQUIRED),
      sourcetype: int(0, { max: 3 }),
      vendor: text(),
      ext: anything,
    },
  },
  Refresh: {
    section: '3.2.33',
    fields: { refsettings: objects('RefSettings'), count: int(0), ext: anything },
  },
  RefSettings: {
    section: '3.2.34',
    fields: { reftype: int(0, { max: 3 }), minint: int(0), ext: anything },
  },
  DurFloors: {
    section: '3.2.35',
    fields: { mindur: int(0), maxdur: int(0), bidfloor: float(0), ext: anything },
  },
} satisfies Record<string, ObjectSpec>;
