// Loaded into server processes before their program.
import { cheapenHashes } from '../hashes.ts'

cheapenHashes()
