import type { State } from '../../../contract/state.ts'

export const at = '2026-03-02T10:00:00.000Z'
/** The state of a server that needs nothing. */
export const fine: State = {
  status: 'ok',
  care: [],
  at,
  refused_sign_ins: 0,
  policy_reports: 0,
  errors: [],
  slow_requests: [],
  clock_trusted_at: at,
  processes: [{ version: '0.1.0', started_at: at }],
  database: { kind: 'sqlite', bytes: 4096 },
  search: {
    filling: null,
    files: { waiting: 0, text: 0, none: 0, scanned: 0, encrypted: 0, broken: 0, failed: 0 },
  },
  archive: { kind: 'folder', files: 1, bytes: 2048 },
  disk: { free_bytes: 50, total_bytes: 100 },
  imports: [],
  mail: { is_set: true, queued: 0, held: null },
  public_url: 'https://alejandria.example',
  snapshots: {
    is_set: true,
    is_on_data_disk: false,
    failure: null,
    running: null,
    next_at: '2026-03-03T02:30:00.000Z',
    last: { name: '20260302T023000Z', made_at: '2026-03-02T02:30:00.000Z', bytes: 2048, faulty_files: 0 },
    verified: { name: '20260302T023000Z', at: '2026-03-02T02:31:00.000Z', is_whole: true, reason: null },
  },
}
