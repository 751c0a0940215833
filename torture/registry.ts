// THE list of torture tests, in the order in which they run; the rebuild sums up what the others left.
import { kill } from "./t01-kill.ts"
import { namedPoints } from "./t02-named-points.ts"
import { powerLoss } from "./t03-power-loss.ts"
import { ioErrors } from "./t04-io-errors.ts"
import { diskFull } from "./t05-disk-full.ts"
import { clock } from "./t06-clock.ts"
import { manyResidents } from "./t07-many-residents.ts"
import { corrupt } from "./t08-corrupt.ts"
import { migration } from "./t09-migration.ts"
import { malformed } from "./t10-malformed.ts"
import { size } from "./t11-size.ts"
import { burst } from "./t12-burst.ts"
import { sickResident } from "./t13-sick-resident.ts"
import { simulation } from "./t14-simulation.ts"
import { soak } from "./t15-soak.ts"
import { rebuild } from "./t16-rebuild.ts"
import { owed } from "./t17-owed.ts"
import { forgetting } from "./t18-forgetting.ts"
import type { Torture } from "./torture.ts"

export const TORTURES: readonly Torture[] = [
  kill,
  namedPoints,
  powerLoss,
  ioErrors,
  diskFull,
  clock,
  manyResidents,
  corrupt,
  migration,
  malformed,
  size,
  burst,
  sickResident,
  simulation,
  soak,
  owed,
  forgetting,
  rebuild,
]
