// What we use of zod/mini, by name: importing the whole namespace would put all of the library and its translations
// (700 KB) into the hook. A function that is missing here is added here. A schema is made when it is first used: a hook
// touches three of two hundred, and making them all was a fifth of its time.
import {
  any as anyNow,
  array as arrayNow,
  boolean as booleanNow,
  discriminatedUnion as discriminatedUnionNow,
  enum as enumNow,
  gte as gteNow,
  gt as gtNow,
  int as intNow,
  length as lengthNow,
  literal as literalNow,
  looseObject as looseObjectNow,
  lte as lteNow,
  lt as ltNow,
  maxLength as maxLengthNow,
  minLength as minLengthNow,
  nullable as nullableNow,
  null as nullNow,
  number as numberNow,
  object as objectNow,
  optional as optionalNow,
  record as recordNow,
  refine as refineNow,
  regex as regexNow,
  strictObject as strictObjectNow,
  string as stringNow,
  tuple as tupleNow,
  undefined as undefinedNow,
  union as unionNow,
  unknown as unknownNow,
} from "zod/mini"
import { later } from "./later.ts"

const anyLater = later(anyNow)
const arrayLater = later(arrayNow)
const booleanLater = later(booleanNow)
const discriminatedUnionLater = later(discriminatedUnionNow)
const enumLater = later(enumNow)
const gtLater = later(gtNow)
const gteLater = later(gteNow)
const intLater = later(intNow)
const lengthLater = later(lengthNow)
const literalLater = later(literalNow)
const looseObjectLater = later(looseObjectNow)
const ltLater = later(ltNow)
const lteLater = later(lteNow)
const maxLengthLater = later(maxLengthNow)
const minLengthLater = later(minLengthNow)
const nullLater = later(nullNow)
const nullableLater = later(nullableNow)
const numberLater = later(numberNow)
const objectLater = later(objectNow)
const optionalLater = later(optionalNow)
const recordLater = later(recordNow)
const refineLater = later(refineNow)
const regexLater = later(regexNow)
const strictObjectLater = later(strictObjectNow)
const stringLater = later(stringNow)
const tupleLater = later(tupleNow)
const undefinedLater = later(undefinedNow)
const unionLater = later(unionNow)
const unknownLater = later(unknownNow)

export type { infer, ZodMiniObject, ZodMiniType } from "zod/mini"
export {
  anyLater as any,
  arrayLater as array,
  booleanLater as boolean,
  discriminatedUnionLater as discriminatedUnion,
  enumLater as enum,
  gteLater as gte,
  gtLater as gt,
  intLater as int,
  lengthLater as length,
  literalLater as literal,
  looseObjectLater as looseObject,
  lteLater as lte,
  ltLater as lt,
  maxLengthLater as maxLength,
  minLengthLater as minLength,
  nullableLater as nullable,
  nullLater as null,
  numberLater as number,
  objectLater as object,
  optionalLater as optional,
  recordLater as record,
  refineLater as refine,
  regexLater as regex,
  strictObjectLater as strictObject,
  stringLater as string,
  tupleLater as tuple,
  undefinedLater as undefined,
  unionLater as union,
  unknownLater as unknown,
}
