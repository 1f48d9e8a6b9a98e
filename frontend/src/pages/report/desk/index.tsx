import type { Report } from "@/generated/schema";
import { ROLE_TEXTS } from "@/pages/roles";
import { WAITS_TEXTS } from "@/pages/waits";
import { MoreTexts, type Part } from "@/text";
import { useReader, useStanding } from "../reader";
import { Acts } from "./Acts";
import { Corrections } from "./Corrections";
import styles from "./desk.module.css";
import { CorrectionProvider } from "./draft";
import { History, Steps } from "./History";
import { NextSteps } from "./NextSteps";
import { PartDesk } from "./PartDesk";
import { Reviews } from "./Reviews";
import { WordForm } from "./WordForm";
import { WordProvider } from "./word";

const TEXTS: Part = {
  en: () => import("../../../../messages/desk.en.ftl?raw"),
  zh: () => import("../../../../messages/desk.zh.ftl?raw"),
};

/** What can be done with a version, what was done, and what reviewers say of it. */
export default function Desk({ report }: { report: Report | undefined }) {
  const { part } = useReader();
  const standing = useStanding();
  return (
    <MoreTexts part={ROLE_TEXTS}>
      <MoreTexts part={WAITS_TEXTS}>
        <MoreTexts part={TEXTS}>
          <CorrectionProvider>
            <WordProvider>
              <div className={styles.desk}>
                {part && <PartDesk key={part} address={part} />}
                <Steps />
                <NextSteps of="now" steps={standing?.next} />
                <Acts />
                <WordForm />
                <Corrections />
                <History />
                <Reviews report={report} />
              </div>
            </WordProvider>
          </CorrectionProvider>
        </MoreTexts>
      </MoreTexts>
    </MoreTexts>
  );
}
