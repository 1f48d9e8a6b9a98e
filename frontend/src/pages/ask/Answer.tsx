import { Mark, Time } from "@/design";
import { useTexts } from "@/texts";

/** What the answers of a question and of a claim share, as `hvrmet ask --json` prints them. */
export interface Result {
  sentence?: string;
  answered?: boolean;
  restated?: string;
  reason?: string;
  value?: number | null;
  unit?: string;
  time?: string | null;
  place?: string;
  region?: number[] | null;
  latitude?: number | null;
  longitude?: number | null;
  operator?: string;
  provenance?: { tool: string; inputs: string[]; input_digest?: string }[];
  reading?: { understood?: Part[]; ambiguities?: Part[] };
  claims?: ClaimResult[];
}
interface Part {
  part: string;
  words: string;
  meaning?: string;
  message?: string;
  assumed?: boolean;
}
interface ClaimResult extends Result {
  words: string;
  verdict: string;
  found: number | null;
  stated: number | null;
  quantity: string;
}

const VERDICT = {
  supported: ["good", "confirmed"],
  contradicted: ["bad", "refuted"],
  refuted: ["bad", "refuted"],
} as const;

export function Answer({ result }: { result: object }) {
  const answer = result as Result;
  return (
    <div className="stack">
      {answer.claims ? (
        answer.claims.map((claim) => <Claim key={claim.words} claim={claim} />)
      ) : (
        <Plain answer={answer} />
      )}
    </div>
  );
}

function Plain({ answer }: { answer: Result }) {
  const { t, measure } = useTexts();
  return (
    <>
      {answer.value != null && <p className="answer-value">{measure(answer.value, answer.unit)}</p>}
      {answer.answered === false ? (
        <p>{answer.reason}</p>
      ) : (
        <p>{answer.sentence?.replace(answer.restated ?? "", "").trim()}</p>
      )}
      {answer.restated && (
        <p className="small soft">
          <span className="label">{t("ui-ask-read-as")}</span> {answer.restated}
        </p>
      )}
      <Source answer={answer} />
    </>
  );
}

function Claim({ claim }: { claim: ClaimResult }) {
  const { t, measure, term } = useTexts();
  const [tone, icon] =
    VERDICT[claim.verdict as keyof typeof VERDICT] ?? (["doubt", "undetermined"] as const);
  return (
    <div className="stack close">
      <p>“{claim.words}”</p>
      <Mark tone={tone} icon={icon}>
        {t(`ui-claim-${claim.verdict}`)}
      </Mark>
      {claim.found != null && (
        <p>
          {t("ui-claim-found", {
            found: measure(claim.found, claim.unit),
            stated: claim.stated == null ? "–" : measure(claim.stated, claim.unit),
          })}{" "}
          <span className="quiet small">{term(claim.quantity)}</span>
        </p>
      )}
      {claim.reason && <p className="small soft">{claim.reason}</p>}
      {claim.restated && (
        <p className="small soft">
          <span className="label">{t("ui-ask-read-as")}</span> {claim.restated}
        </p>
      )}
      <Source answer={claim} />
    </div>
  );
}

function Source({ answer }: { answer: Result }) {
  const { t } = useTexts();
  if (!answer.provenance?.length) return null;
  return (
    <dl className="facts">
      {answer.time && (
        <>
          <dt>{t("ui-time")}</dt>
          <dd>
            <Time at={answer.time} both />
          </dd>
        </>
      )}
      {answer.latitude != null && answer.longitude != null && (
        <>
          <dt>{t("ui-position")}</dt>
          <dd>
            {Math.abs(answer.latitude).toFixed(2)}°{answer.latitude < 0 ? "S" : "N"}{" "}
            {Math.abs(answer.longitude).toFixed(2)}°{answer.longitude < 0 ? "W" : "E"}{" "}
            {answer.place}
          </dd>
        </>
      )}
      <dt>{t("ui-operator")}</dt>
      <dd className="mono tiny">
        {answer.provenance.map((one) => `${one.tool} (${one.inputs.join(", ")})`).join("; ")}
      </dd>
    </dl>
  );
}
