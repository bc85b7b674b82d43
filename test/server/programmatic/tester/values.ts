/** Values a request is built from. */
export const BUILD = {
  placement: {
    ...{ code: 'taxi-12/main', screen_id: 'screen-12', name: 'Taxi 12', w: 1280, h: 800, ppi: 120 },
    ...{ media: ['banner', 'video'], mimes: ['image/jpeg', 'video/mp4'], spot_len_s: [10, 15] },
    ...{ allow_audio: false, boxing_allowed: true, venuetypetax: 5, venuetype: ['103'] },
    ...{ multiplier: 1.25, sourcetype: 0, vendor: null },
  },
  ...{ lead_s: 900, exp_s: 4_500 },
  position: { lat: 52.520008, lon: 13.404954, accuracy_m: 25, age_s: 4, country: 'DEU' },
  partner: {
    ...{ at: 1, tmax_ms: 300, currencies: ['EUR'], seats_allow: [], seats_block: [] },
    schain: { asi: 'wayside.example', sid: 'seller-1' },
  },
  floor: { micros: 2_500_000, currency: 'EUR' },
  deals: [
    {
      ...{ deal_code: 'D1', at: 1, guar: false, private_auction: false, durfloors: [] },
      floor: { mode: 'cpm', amount_micros: 3_000_000, currency: 'EUR' },
      ...{ wseat: [], wadomain: [] },
    },
  ],
  publisher: { id: 'seller-1', name: 'Wayside Media', domain: 'wayside.example' },
  ...{ bcat: ['IAB26'], badv: ['blocked.example'] },
};
