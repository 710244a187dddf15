import { FormPage } from "../shells/form-page.tsx";
import { FaultNote } from "./fault-note.tsx";
import { MainLink } from "./main-button.tsx";

export function DeadLink(props: {
  title: string;
  text: string;
  help: string;
  again: { href: string; text: string };
}) {
  return (
    <FormPage title={props.title}>
      <FaultNote>{props.text}</FaultNote>
      <p className="help">{props.help}</p>
      <div className="actions">
        <MainLink href={props.again.href}>{props.again.text}</MainLink>
      </div>
    </FormPage>
  );
}
