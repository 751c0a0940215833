// What each question is asked, and what it answers.
import type { AdmitAnswer, AdmitInput } from "../questions/admit.ts"
import type { AlarmAnswer, AlarmInput } from "../questions/alarm.ts"
import type { CreditAnswer, CreditInput } from "../questions/credit.ts"
import type { DetectAnswer, Moment } from "../questions/detect.ts"
import type { JudgeAnswer, JudgeInput } from "../questions/judge.ts"
import type { RankAnswer, RankInput } from "../questions/rank.ts"
import type { StageAnswer, StageInput } from "../questions/stage.ts"
import type { TrustAnswer, TrustInput } from "../questions/trust.ts"
import type { ValueAnswer, ValueInput } from "../questions/value.ts"

export interface QuestionInput {
  readonly detect: Moment
  readonly judge: JudgeInput
  readonly credit: CreditInput
  readonly value: ValueInput
  readonly trust: TrustInput
  readonly admit: AdmitInput
  readonly stage: StageInput
  readonly rank: RankInput
  readonly alarm: AlarmInput
}
export interface QuestionAnswer {
  readonly detect: DetectAnswer
  readonly judge: JudgeAnswer
  readonly credit: CreditAnswer
  readonly value: ValueAnswer
  readonly trust: TrustAnswer
  readonly admit: AdmitAnswer
  readonly stage: StageAnswer
  readonly rank: RankAnswer
  readonly alarm: AlarmAnswer
}
