<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
 <context>
  <name>AboutDialog</name>
  <message>
   <source>&amp;Parts and their licences</source>
   <translation>&amp;Bestandteile und ihre Lizenzen</translation>
  </message>
  <message>
   <source>About kgdesk</source>
   <translation>Über kgdesk</translation>
  </message>
  <message>
   <source>Finds the best of many candidate experiments from successes and failures. BSD-3-Clause.</source>
   <translation>Findet den besten von vielen möglichen Versuchen aus Erfolgen und Fehlschlägen. BSD-3-Clause.</translation>
  </message>
  <message>
   <source>Licence</source>
   <translation>Lizenz</translation>
  </message>
  <message>
   <source>Part</source>
   <translation>Bestandteil</translation>
  </message>
  <message>
   <source>kgdesk {version}</source>
   <translation>kgdesk {version}</translation>
  </message>
 </context>
 <context>
  <name>AddCandidatesDialog</name>
  <message>
   <source>&amp;Blank cells of attributes:</source>
   <translation>&amp;Leere Zellen von Merkmalen:</translation>
  </message>
  <message>
   <source>&amp;Reason:</source>
   <translation>&amp;Grund:</translation>
  </message>
  <message>
   <source>A&amp;dd candidates</source>
   <translation>Kandidaten &amp;hinzufügen</translation>
  </message>
  <message>
   <source>Add candidates from {file}</source>
   <translation>Kandidaten aus {file} hinzufügen</translation>
  </message>
  <message>
   <source>As it is, no candidate of this table joins.</source>
   <translation>So kommt kein Kandidat dieser Tabelle hinzu.</translation>
  </message>
  <message>
   <source>Candidates that join: {count}. There are {total} then.</source>
   <translation>Neue Kandidaten: {count}. Danach sind es {total}.</translation>
  </message>
  <message>
   <source>List incomplete</source>
   <translation>Liste war unvollständig</translation>
  </message>
  <message>
   <source>More were made</source>
   <translation>Weitere wurden hergestellt</translation>
  </message>
  <message>
   <source>Reading {file}…</source>
   <translation>{file} wird gelesen …</translation>
  </message>
  <message>
   <source>among words “none”</source>
   <translation>unter Wörtern „keines“</translation>
  </message>
  <message>
   <source>leave out their rows</source>
   <translation>ihre Zeilen auslassen</translation>
  </message>
  <message>
   <source>median of the column</source>
   <translation>Median der Spalte</translation>
  </message>
  <message>
   <source>refuse the table</source>
   <translation>die Tabelle ablehnen</translation>
  </message>
 </context>
 <context>
  <name>Advanced</name>
  <message>
   <source>&amp;Advanced</source>
   <translation>Er&amp;weitert</translation>
  </message>
  <message>
   <source>&amp;How to choose</source>
   <translation>Au&amp;swahlregel</translation>
  </message>
  <message>
   <source>A typical candidate is expected to succeed between {low} and {high} of the time.</source>
   <translation>Ein üblicher Kandidat hat voraussichtlich in {low} bis {high} der Fälle Erfolg.</translation>
  </message>
  <message>
   <source>All outcomes count alike in whatever order they came; honest ranges.</source>
   <translation>Alle Ergebnisse zählen gleich, in welcher Reihenfolge sie auch kamen; ehrliche Bereiche.</translation>
  </message>
  <message>
   <source>Any candidates</source>
   <translation>Beliebige Kandidaten</translation>
  </message>
  <message>
   <source>As in the paper</source>
   <translation>Wie in der Veröffentlichung</translation>
  </message>
  <message>
   <source>Before the first run, success and failure count as equally likely.</source>
   <translation>Vor dem ersten Versuch gelten Erfolg und Fehlschlag als gleich wahrscheinlich.</translation>
  </message>
  <message>
   <source>Belief</source>
   <translation>Modell</translation>
  </message>
  <message>
   <source>Bench sho&amp;ws no earlier outcomes, the card no expected success</source>
   <translation>Lab&amp;or ohne frühere Ergebnisse, Karte ohne Erfolgsaussicht</translation>
  </message>
  <message>
   <source>Blind entry</source>
   <translation>Blinde Eingabe</translation>
  </message>
  <message>
   <source>Correlated</source>
   <translation>Korreliert</translation>
  </message>
  <message>
   <source>Could the best lie in the m&amp;iddle of a range?</source>
   <translation>Kann das Beste in der Mi&amp;tte eines Bereichs liegen?</translation>
  </message>
  <message>
   <source>Failure</source>
   <translation>Fehlschlag</translation>
  </message>
  <message>
   <source>Failure is called</source>
   <translation>Fehlschlag heißt</translation>
  </message>
  <message>
   <source>I don't know</source>
   <translation>Weiß ich nicht</translation>
  </message>
  <message>
   <source>Measured value is learnt</source>
   <translation>Messwert wird gelernt</translation>
  </message>
  <message>
   <source>Never two of the same “{column}”</source>
   <translation>Nie zwei mit gleichem Wert in „{column}“</translation>
  </message>
  <message>
   <source>No correlations; fast, but its ranges are narrower than they should be.</source>
   <translation>Keine Korrelationen; schnell, aber die Bereiche sind schmaler, als sie sein sollten.</translation>
  </message>
  <message>
   <source>Not sure: start neutra&amp;l</source>
   <translation>Unsicher: neutral be&amp;ginnen</translation>
  </message>
  <message>
   <source>Of &amp;100 candidates about</source>
   <translation>Von &amp;100 Kandidaten haben etwa</translation>
  </message>
  <message>
   <source>Of 100 candidates so many succeed</source>
   <translation>So viele von 100 Kandidaten haben Erfolg</translation>
  </message>
  <message>
   <source>Recommended</source>
   <translation>Empfohlen</translation>
  </message>
  <message>
   <source>Run to&amp;gether</source>
   <translation>Glei&amp;chzeitig laufen</translation>
  </message>
  <message>
   <source>Runs share</source>
   <translation>Versuche haben gemeinsam</translation>
  </message>
  <message>
   <source>Success</source>
   <translation>Erfolg</translation>
  </message>
  <message>
   <source>Success is called</source>
   <translation>Erfolg heißt</translation>
  </message>
  <message>
   <source>Such values suggest “{scale}”; on real tables “as it is” did as well.</source>
   <translation>Solche Werte legen „{scale}“ nahe; bei echten Tabellen war „wie er ist“ ebenso gut.</translation>
  </message>
  <message>
   <source>The attributes matter</source>
   <translation>Die Merkmale wirken sich aus</translation>
  </message>
  <message>
   <source>The paper's update with correlations between the effects.</source>
   <translation>Die Rechnung der Veröffentlichung, mit Korrelationen zwischen den Wirkungen.</translation>
  </message>
  <message>
   <source>What is known already?</source>
   <translation>Was ist bereits bekannt?</translation>
  </message>
  <message>
   <source>Working out what this says…</source>
   <translation>Es wird berechnet, was dies bedeutet…</translation>
  </message>
  <message>
   <source>a little</source>
   <translation>ein wenig</translation>
  </message>
  <message>
   <source>a lot</source>
   <translation>stark</translation>
  </message>
  <message>
   <source>as it is</source>
   <translation>wie er ist</translation>
  </message>
  <message>
   <source>belief</source>
   <translation>Modell</translation>
  </message>
  <message>
   <source>blind entry</source>
   <translation>blinde Eingabe</translation>
  </message>
  <message>
   <source>for example plate, day, Lot</source>
   <translation>zum Beispiel plate, day, Charge</translation>
  </message>
  <message>
   <source>how to choose</source>
   <translation>Auswahl</translation>
  </message>
  <message>
   <source>its logarithm: equal ratios are equal steps</source>
   <translation>sein Logarithmus: gleiche Verhältnisse sind gleiche Schritte</translation>
  </message>
  <message>
   <source>names of the outcomes</source>
   <translation>Namen der Ergebnisse</translation>
  </message>
  <message>
   <source>no, always at an end</source>
   <translation>nein, immer an einem Ende</translation>
  </message>
  <message>
   <source>not as usual: {list}</source>
   <translation>nicht wie üblich: {list}</translation>
  </message>
  <message>
   <source>scale of the value</source>
   <translation>Skala des Werts</translation>
  </message>
  <message>
   <source>shape of effects</source>
   <translation>Form der Wirkungen</translation>
  </message>
  <message>
   <source>succeed, an&amp;d the attributes matter</source>
   <translation>Erfolg, und die Merkmale wi&amp;rken</translation>
  </message>
  <message>
   <source>the logit of a share: stretches both ends</source>
   <translation>der Logit eines Anteils: streckt beide Enden</translation>
  </message>
  <message>
   <source>to some degree</source>
   <translation>mittelstark</translation>
  </message>
  <message>
   <source>what is known already</source>
   <translation>was schon bekannt ist</translation>
  </message>
  <message>
   <source>what runs share</source>
   <translation>was Versuche gemeinsam haben</translation>
  </message>
  <message>
   <source>what runs together</source>
   <translation>was zusammen läuft</translation>
  </message>
  <message>
   <source>yes</source>
   <translation>ja</translation>
  </message>
  <message>
   <source>{list}: all as usual</source>
   <translation>{list}: alles wie üblich</translation>
  </message>
  <message>
   <source>{policy} (recommended)</source>
   <translation>{policy} (empfohlen)</translation>
  </message>
 </context>
 <context>
  <name>AgreementCard</name>
  <message>
   <source>A policy is a rule by which the next candidate is chosen. Each row is one policy with the candidate that it would take at this moment; a check mark says that it is the one that this study suggests. The dot is the success that we expect of that candidate, the bar its range, by the belief of this study. Policies that draw (marked with ~) could take another one at another time. That policies agree does not prove that they are right: rehearse the study to compare them.</source>
   <translation>Eine Auswahlregel bestimmt, welcher Kandidat als nächster an die Reihe kommt. Jede Zeile ist eine Regel mit dem Kandidaten, den sie jetzt nähme; ein Häkchen steht bei dem, den diese Studie vorschlägt. Der Punkt ist die Erfolgsaussicht dieses Kandidaten, der Balken ihr Bereich, nach dem Modell dieser Studie. Regeln, die losen (mit ~ bezeichnet), nähmen ein anderes Mal vielleicht einen anderen. Dass Regeln übereinstimmen, beweist nicht, dass sie recht haben: Spielen Sie die Studie durch, um sie zu vergleichen.</translation>
  </message>
  <message>
   <source>Agrees</source>
   <translation>Stimmt überein</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Chance</source>
   <translation>Zufall</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>Expected success {estimate} ({level} range {range})</source>
   <translation>Erfolgsaussicht {estimate} ({level}-Bereich {range})</translation>
  </message>
  <message>
   <source>How it chooses</source>
   <translation>Wie sie wählt</translation>
  </message>
  <message>
   <source>No two of the others agree.</source>
   <translation>Von den anderen stimmen keine zwei überein.</translation>
  </message>
  <message>
   <source>Policies</source>
   <translation>Auswahlregeln</translation>
  </message>
  <message>
   <source>Policy</source>
   <translation>Auswahlregel</translation>
  </message>
  <message>
   <source>The others are being asked.</source>
   <translation>Die anderen werden noch befragt.</translation>
  </message>
  <message>
   <source>The policies are being asked.</source>
   <translation>Die Auswahlregeln werden befragt.</translation>
  </message>
  <message>
   <source>Value of testing (percentage points)</source>
   <translation>Wert eines Versuchs (Prozentpunkte)</translation>
  </message>
  <message>
   <source>Which candidate would each policy take now?</source>
   <translation>Welchen Kandidaten nähme jede Auswahlregel jetzt?</translation>
  </message>
  <message>
   <source>bar: {level} range</source>
   <translation>Balken: {level}-Bereich</translation>
  </message>
  <message>
   <source>dot: expected success of its candidate</source>
   <translation>Punkt: Erfolgsaussicht des gewählten Kandidaten</translation>
  </message>
  <message>
   <source>draws</source>
   <translation>lost</translation>
  </message>
  <message>
   <source>not asked, too many candidates: {names}</source>
   <translation>nicht befragt, zu viele Kandidaten: {names}</translation>
  </message>
  <message>
   <source>suggested</source>
   <translation>vorgeschlagen</translation>
  </message>
  <message>
   <source>the suggested one</source>
   <translation>der vorgeschlagene</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>{count} agree on {code}.</source>
   <translation>{count} stimmen bei {code} überein.</translation>
  </message>
  <message>
   <source>{level} range from</source>
   <translation>{level}-Bereich von</translation>
  </message>
  <message>
   <source>{same} of {all} policies would take {code}, which is next.</source>
   <translation>{same} von {all} Auswahlregeln nähmen {code}, der als nächster ansteht.</translation>
  </message>
 </context>
 <context>
  <name>AmongChip</name>
  <message>
   <source>Among: {conditions}</source>
   <translation>Unter: {conditions}</translation>
  </message>
  <message>
   <source>Only candidates with {conditions} are suggested. A click ends that.</source>
   <translation>Nur Kandidaten mit {conditions} werden vorgeschlagen. Ein Klick beendet das.</translation>
  </message>
 </context>
 <context>
  <name>AttributeGrid</name>
  <message>
   <source>+ {count} more, {changed} changed: F4</source>
   <translation>+ {count} weitere, {changed} geändert: F4</translation>
  </message>
  <message>
   <source>+ {count} more: F4</source>
   <translation>+ {count} weitere: F4</translation>
  </message>
  <message>
   <source>Attributes of the candidate</source>
   <translation>Merkmale des Kandidaten</translation>
  </message>
  <message>
   <source>as before</source>
   <translation>wie zuvor</translation>
  </message>
  <message>
   <source>was {value}</source>
   <translation>war {value}</translation>
  </message>
 </context>
 <context>
  <name>AttributesDialog</name>
  <message>
   <source>All attributes of {candidate}</source>
   <translation>Alle Merkmale von {candidate}</translation>
  </message>
  <message>
   <source>Attribute</source>
   <translation>Merkmal</translation>
  </message>
  <message>
   <source>Run {run}: {candidate}</source>
   <translation>Versuch {run}: {candidate}</translation>
  </message>
  <message>
   <source>Value</source>
   <translation>Wert</translation>
  </message>
 </context>
 <context>
  <name>BackgroundTasks</name>
  <message>
   <source>Forget it</source>
   <translation>Verwerfen</translation>
  </message>
  <message>
   <source>Take it up</source>
   <translation>Übernehmen</translation>
  </message>
  <message>
   <source>When kgdesk ended, {outcome} for {candidate} was entered but not recorded.</source>
   <translation>Als kgdesk endete, war {outcome} für {candidate} eingegeben, aber nicht eingetragen.</translation>
  </message>
 </context>
 <context>
  <name>BarcodeDialog</name>
  <message>
   <source>Another column was meant</source>
   <translation>Gemeint war eine andere Spalte</translation>
  </message>
  <message>
   <source>Change codes   Ctrl+Enter</source>
   <translation>Codes ändern   Strg+Eingabe</translation>
  </message>
  <message>
   <source>Codes are scanned from now on</source>
   <translation>Ab jetzt werden Codes gescannt</translation>
  </message>
  <message>
   <source>Codes on the samples</source>
   <translation>Codes auf den Proben</translation>
  </message>
  <message>
   <source>Colu&amp;mn with the codes:</source>
   <translation>S&amp;palte mit den Codes:</translation>
  </message>
  <message>
   <source>Each of the {count} candidates has a code.</source>
   <translation>Jeder der {count} Kandidaten hat einen Code.</translation>
  </message>
  <message>
   <source>Every cell of this column is blank: no sample has a code there.</source>
   <translation>Jede Zelle dieser Spalte ist leer: Keine Probe hat dort einen Code.</translation>
  </message>
  <message>
   <source>For instance “{code}” is {candidate}.</source>
   <translation>So steht „{code}“ für {candidate}.</translation>
  </message>
  <message>
   <source>None: samples bear the names of the candidates</source>
   <translation>Keine: Auf den Proben stehen die Namen der Kandidaten</translation>
  </message>
  <message>
   <source>The samples were relabelled</source>
   <translation>Die Proben wurden neu beschriftet</translation>
  </message>
  <message>
   <source>The scan check takes the names of the candidates alone, and labels bear them.</source>
   <translation>Die Prüfung beim Scannen nimmt nur die Namen der Kandidaten, und sie stehen auf den Etiketten.</translation>
  </message>
  <message>
   <source>This column cannot be the one with the codes.</source>
   <translation>Diese Spalte kann nicht die mit den Codes sein.</translation>
  </message>
  <message>
   <source>Which column of the table holds the codes on the samples? The scan check and labels go by it at once. The name of a candidate always counts as well.</source>
   <translation>In welcher Spalte der Tabelle stehen die Codes auf den Proben? Die Prüfung beim Scannen und die Etiketten richten sich sofort danach. Der Name eines Kandidaten gilt immer auch.</translation>
  </message>
  <message>
   <source>{coded} of {count} candidates have a code; the others go by their names.</source>
   <translation>{coded} von {count} Kandidaten haben einen Code; für die anderen gilt ihr Name.</translation>
  </message>
 </context>
 <context>
  <name>BatchDialog</name>
  <message>
   <source>&amp;Among the candidates with</source>
   <translation>Unt&amp;er den Kandidaten mit</translation>
  </message>
  <message>
   <source>&amp;How many runs at once?</source>
   <translation>&amp;Wie viele Versuche auf einmal?</translation>
  </message>
  <message>
   <source>&amp;Start all {count} runs</source>
   <translation>Alle {count} Versuche &amp;starten</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Candidates to run at once</source>
   <translation>Kandidaten für gleichzeitige Versuche</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>How much this run is expected to improve the final choice, beside those above it.</source>
   <translation>Um wie viel dieser Versuch neben denen über ihm die endgültige Wahl voraussichtlich verbessert.</translation>
  </message>
  <message>
   <source>No.</source>
   <translation>Nr.</translation>
  </message>
  <message>
   <source>Suggest several</source>
   <translation>Mehrere vorschlagen</translation>
  </message>
  <message>
   <source>Value
(percentage points)</source>
   <translation>Wert
(Prozentpunkte)</translation>
  </message>
 </context>
 <context>
  <name>BlockDialog</name>
  <message>
   <source>From here on   Ctrl+Enter</source>
   <translation>Von nun an   Strg+Eingabe</translation>
  </message>
  <message>
   <source>Runs that start from now on have this, until you state something else. Empty: unknown.</source>
   <translation>Versuche, die von nun an beginnen, haben dies, bis Sie etwas anderes angeben. Leer: unbekannt.</translation>
  </message>
  <message>
   <source>What the next runs share</source>
   <translation>Was die nächsten Versuche gemeinsam haben</translation>
  </message>
 </context>
 <context>
  <name>BlockEffects</name>
  <message>
   <source>{column}: unknown</source>
   <translation>{column}: unbekannt</translation>
  </message>
 </context>
 <context>
  <name>BlockEffectsCard</name>
  <message>
   <source> and {count} more</source>
   <translation> und {count} weitere</translation>
  </message>
  <message>
   <source>An even chance becomes</source>
   <translation>Aus einer Aussicht von 50 % wird</translation>
  </message>
  <message>
   <source>Block</source>
   <translation>Block</translation>
  </message>
  <message>
   <source>Change (points)</source>
   <translation>Änderung (Punkte)</translation>
  </message>
  <message>
   <source>Change of an even chance (percentage points)</source>
   <translation>Änderung einer Aussicht von 50 % (Prozentpunkte)</translation>
  </message>
  <message>
   <source>Departs</source>
   <translation>Weicht ab</translation>
  </message>
  <message>
   <source>Departs clearly: {names}.</source>
   <translation>Weicht deutlich ab: {names}.</translation>
  </message>
  <message>
   <source>Each row is one block that the study names: a plate, a day, an operator, a lot. The dot says by how many percentage points an even chance is higher or lower there, as the model estimates it; the bar is the range of that. Few runs give a wide bar near zero. The model takes these effects out of what it says of the candidates.</source>
   <translation>Jede Zeile ist ein Block, den die Studie nennt: eine Platte, ein Tag, eine Person, eine Charge. Der Punkt sagt, um wie viele Prozentpunkte eine Aussicht von 50 % dort höher oder niedriger ist, wie das Modell es schätzt; der Balken ist der Bereich dafür. Wenige Versuche geben einen breiten Balken nahe null. Das Modell rechnet diese Effekte aus dem heraus, was es von den Kandidaten sagt.</translation>
  </message>
  <message>
   <source>Log-odds</source>
   <translation>Log-Odds</translation>
  </message>
  <message>
   <source>No block departs clearly from the others.</source>
   <translation>Kein Block weicht deutlich von den anderen ab.</translation>
  </message>
  <message>
   <source>Nothing to estimate yet: the first outcome is needed.</source>
   <translation>Noch nichts zu schätzen: Es fehlt das erste Ergebnis.</translation>
  </message>
  <message>
   <source>Range from</source>
   <translation>Bereich von</translation>
  </message>
  <message>
   <source>Runs</source>
   <translation>Versuche</translation>
  </message>
  <message>
   <source>What do plates, days or lots change?</source>
   <translation>Was ändern Platten, Tage oder Chargen?</translation>
  </message>
  <message>
   <source>bar: range</source>
   <translation>Balken: Bereich</translation>
  </message>
  <message>
   <source>clearly</source>
   <translation>deutlich</translation>
  </message>
  <message>
   <source>dot: estimate</source>
   <translation>Punkt: Schätzwert</translation>
  </message>
  <message>
   <source>no</source>
   <translation>nein</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>{block}
{count} runs; an even chance becomes {chance} ({low} to {high})</source>
   <translation>{block}
{count} Versuche; aus einer Aussicht von 50 % wird {chance} ({low} bis {high})</translation>
  </message>
  <message>
   <source>⚠ departs</source>
   <translation>⚠ weicht ab</translation>
  </message>
 </context>
 <context>
  <name>BlockLine</name>
  <message>
   <source>Day: {date}</source>
   <translation>Tag: {date}</translation>
  </message>
  <message>
   <source>The next runs have this; click it when something else begins.</source>
   <translation>Die nächsten Versuche haben dies; klicken Sie darauf, wenn etwas anderes beginnt.</translation>
  </message>
  <message>
   <source>not stated</source>
   <translation>nicht angegeben</translation>
  </message>
 </context>
 <context>
  <name>CalibrationCard</name>
  <message>
   <source>Did the predictions come true?</source>
   <translation>Trafen die Vorhersagen ein?</translation>
  </message>
  <message>
   <source>Every run was predicted before it was recorded. Runs with like predictions are taken together: the dot stands at what was predicted and at the share that succeeded, the bar is the range in which the true share probably lies. On the dashed line predictions come true. Dots flatter than the line mean that predictions were too sure. The Brier and log scores (smaller is better) compare with always saying the share of successes, known afterwards.</source>
   <translation>Jeder Versuch wurde vorhergesagt, bevor er eingetragen wurde. Versuche mit ähnlichen Vorhersagen sind zusammengefasst: Der Punkt steht bei der Vorhersage und beim Anteil der Erfolge, der Balken ist der Bereich, in dem der wahre Anteil vermutlich liegt. Auf der gestrichelten Linie treffen die Vorhersagen ein. Punkte, die flacher liegen als die Linie, bedeuten, dass die Vorhersagen zu sicher waren. Brier- und Log-Score (kleiner ist besser) vergleichen damit, stets den nachträglich bekannten Anteil der Erfolge vorherzusagen.</translation>
  </message>
  <message>
   <source>Mean prediction</source>
   <translation>Mittlere Vorhersage</translation>
  </message>
  <message>
   <source>No run with a prediction yet.</source>
   <translation>Noch kein Versuch mit einer Vorhersage.</translation>
  </message>
  <message>
   <source>Predicted</source>
   <translation>Vorhergesagt</translation>
  </message>
  <message>
   <source>Predicted success</source>
   <translation>Vorhergesagter Erfolg</translation>
  </message>
  <message>
   <source>Predicted {predicted}: {successes} of {count} runs succeeded</source>
   <translation>Vorhergesagt {predicted}: {successes} von {count} Versuchen hatten Erfolg</translation>
  </message>
  <message>
   <source>Runs</source>
   <translation>Versuche</translation>
  </message>
  <message>
   <source>Share</source>
   <translation>Anteil</translation>
  </message>
  <message>
   <source>Share that succeeded</source>
   <translation>Anteil der Erfolge</translation>
  </message>
  <message>
   <source>Shown from {fewest} runs with a prediction on; there are {count}.</source>
   <translation>Erscheint ab {fewest} Versuchen mit einer Vorhersage; es gibt {count}.</translation>
  </message>
  <message>
   <source>Successes</source>
   <translation>Erfolge</translation>
  </message>
  <message>
   <source>They beat always saying {share}.</source>
   <translation>Sie sind besser, als stets {share} vorherzusagen.</translation>
  </message>
  <message>
   <source>They do not beat always saying {share}.</source>
   <translation>Sie sind nicht besser, als stets {share} vorherzusagen.</translation>
  </message>
  <message>
   <source>bar: {level} range</source>
   <translation>Balken: {level}-Bereich</translation>
  </message>
  <message>
   <source>dashed: as predicted</source>
   <translation>gestrichelt: wie vorhergesagt</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>{count} runs are few: only gross faults show.</source>
   <translation>{count} Versuche sind wenige: Nur grobe Mängel fallen auf.</translation>
  </message>
  <message>
   <source>{count} runs.</source>
   <translation>{count} Versuche.</translation>
  </message>
  <message>
   <source>{level} range from</source>
   <translation>{level}-Bereich von</translation>
  </message>
  <message>
   <source>{name} {ours} against {base}</source>
   <translation>{name} {ours} gegen {base}</translation>
  </message>
 </context>
 <context>
  <name>CandidateChoice</name>
  <message>
   <source>Another:</source>
   <translation>Ein anderer:</translation>
  </message>
  <message>
   <source>Name of another candidate</source>
   <translation>Name eines anderen Kandidaten</translation>
  </message>
  <message>
   <source>None: no candidate is good enough</source>
   <translation>Keiner: kein Kandidat ist gut genug</translation>
  </message>
  <message>
   <source>never run</source>
   <translation>nie versucht</translation>
  </message>
  <message>
   <source>{candidate} (best)</source>
   <translation>{candidate} (bester)</translation>
  </message>
 </context>
 <context>
  <name>CandidateTable</name>
  <message>
   <source>Code</source>
   <translation>Code</translation>
  </message>
  <message>
   <source>Expected
{name}</source>
   <translation>Erwartet
{name}</translation>
  </message>
  <message>
   <source>Expected success, {level} range</source>
   <translation>Erfolgsaussicht, {level}-Bereich</translation>
  </message>
  <message>
   <source>How much one run of it is expected to improve the final choice, in points.</source>
   <translation>Um wie viele Punkte ein Versuch mit ihm die endgültige Wahl voraussichtlich verbessert.</translation>
  </message>
  <message>
   <source>Runs</source>
   <translation>Versuche</translation>
  </message>
  <message>
   <source>Runs with a usable result; voids do not count.</source>
   <translation>Versuche mit brauchbarem Ergebnis; ungültige zählen nicht.</translation>
  </message>
  <message>
   <source>Tick two or three candidates to compare them</source>
   <translation>Zwei oder drei Kandidaten ankreuzen, um sie zu vergleichen</translation>
  </message>
  <message>
   <source>Value of
testing</source>
   <translation>Wert eines
Versuchs</translation>
  </message>
  <message>
   <source>What the next run would measure. Among candidates that surely pass the threshold, kgdesk does not look for the higher value.</source>
   <translation>Was der nächste Versuch messen würde. Unter Kandidaten, die die Schwelle sicher erreichen, sucht kgdesk nicht den höheren Wert.</translation>
  </message>
  <message>
   <source>best</source>
   <translation>bester</translation>
  </message>
  <message>
   <source>compared</source>
   <translation>verglichen</translation>
  </message>
  <message>
   <source>in progress</source>
   <translation>läuft</translation>
  </message>
  <message>
   <source>next</source>
   <translation>nächster</translation>
  </message>
  <message>
   <source>not computed</source>
   <translation>nicht berechnet</translation>
  </message>
  <message>
   <source>skipped</source>
   <translation>übersprungen</translation>
  </message>
  <message>
   <source>{low} to {high} in 9 of 10 runs</source>
   <translation>{low} bis {high} in 9 von 10 Versuchen</translation>
  </message>
  <message>
   <source>{raw} percentage points before rounding: the calculation is an approximation, and below zero it means that nothing is to be learnt from this run.</source>
   <translation>{raw} Prozentpunkte vor dem Runden: Die Rechnung ist eine Näherung, und unter null bedeutet, dass dieser Versuch nichts Neues zeigt.</translation>
  </message>
  <message>
   <source>{raw} points</source>
   <translation>{raw} Punkte</translation>
  </message>
  <message>
   <source>✕ out of stock</source>
   <translation>✕ nicht verfügbar</translation>
  </message>
 </context>
 <context>
  <name>CandidatesTab</name>
  <message>
   <source>&amp;Back in stock…</source>
   <translation>Wieder verfügba&amp;r…</translation>
  </message>
  <message>
   <source>&amp;Clear filters</source>
   <translation>Filter &amp;löschen</translation>
  </message>
  <message>
   <source>&amp;Explore</source>
   <translation>&amp;Erkunden</translation>
  </message>
  <message>
   <source>&amp;Filter…</source>
   <translation>&amp;Filter…</translation>
  </message>
  <message>
   <source>+ F&amp;ilter</source>
   <translation>+ Fil&amp;ter</translation>
  </message>
  <message>
   <source>1 more column</source>
   <translation>1 weitere Spalte</translation>
  </message>
  <message>
   <source>Candidates</source>
   <translation>Kandidaten</translation>
  </message>
  <message>
   <source>Col&amp;umns</source>
   <translation>S&amp;palten</translation>
  </message>
  <message>
   <source>Estimates of the state after run {run}.</source>
   <translation>Schätzwerte nach Versuch {run}.</translation>
  </message>
  <message>
   <source>Find candidates</source>
   <translation>Kandidaten suchen</translation>
  </message>
  <message>
   <source>Find code or word</source>
   <translation>Code oder Wort suchen</translation>
  </message>
  <message>
   <source>Go to the next candidate</source>
   <translation>Zum nächsten Kandidaten gehen</translation>
  </message>
  <message>
   <source>Ne&amp;xt: {code}</source>
   <translation>&amp;Nächster: {code}</translation>
  </message>
  <message>
   <source>No candidate fits.</source>
   <translation>Kein Kandidat passt.</translation>
  </message>
  <message>
   <source>Plates</source>
   <translation>Platten</translation>
  </message>
  <message>
   <source>Run &amp;this</source>
   <translation>&amp;Diesen versuchen</translation>
  </message>
  <message>
   <source>Sort &amp;rising</source>
   <translation>&amp;Aufsteigend sortieren</translation>
  </message>
  <message>
   <source>Sort f&amp;alling</source>
   <translation>A&amp;bsteigend sortieren</translation>
  </message>
  <message>
   <source>Su&amp;ggest among these</source>
   <translation>Unter diesen vors&amp;chlagen</translation>
  </message>
  <message>
   <source>Table</source>
   <translation>Tabelle</translation>
  </message>
  <message>
   <source>Take out of stoc&amp;k…</source>
   <translation>Nicht verfü&amp;gbar…</translation>
  </message>
  <message>
   <source>The estimates are being worked out; they appear here by themselves.</source>
   <translation>Die Schätzwerte werden berechnet; sie erscheinen hier von selbst.</translation>
  </message>
  <message>
   <source>The next suggestions come from these candidates until you say otherwise</source>
   <translation>Die nächsten Vorschläge kommen von diesen Kandidaten, bis Sie es anders sagen</translation>
  </message>
  <message>
   <source>{count} candidates</source>
   <translation>{count} Kandidaten</translation>
  </message>
  <message>
   <source>{count} more columns</source>
   <translation>{count} weitere Spalten</translation>
  </message>
  <message>
   <source>{rows} of {count}</source>
   <translation>{rows} von {count}</translation>
  </message>
 </context>
 <context>
  <name>CardColumnsDialog</name>
  <message>
   <source>Change the card</source>
   <translation>Karte ändern</translation>
  </message>
  <message>
   <source>Columns on the card</source>
   <translation>Spalten auf der Karte</translation>
  </message>
  <message>
   <source>They are needed to set a run up</source>
   <translation>Sie werden gebraucht, um einen Versuch anzusetzen</translation>
  </message>
  <message>
   <source>They are not needed to set a run up</source>
   <translation>Sie werden nicht gebraucht, um einen Versuch anzusetzen</translation>
  </message>
  <message>
   <source>This is how it is now.</source>
   <translation>So ist es jetzt.</translation>
  </message>
  <message>
   <source>Which columns that are kept with the candidates does the card show below the attributes, on Bench in small letters? F4 always lists all of them.</source>
   <translation>Welche Spalten, die mit den Kandidaten aufbewahrt werden, zeigt die Karte unter den Merkmalen, im Labor in kleiner Schrift? F4 listet immer alle auf.</translation>
  </message>
 </context>
 <context>
  <name>CheckRow</name>
  <message>
   <source>What to do</source>
   <translation>Was zu tun ist</translation>
  </message>
  <message>
   <source>What to do: {title}</source>
   <translation>Was zu tun ist: {title}</translation>
  </message>
  <message>
   <source>fine</source>
   <translation>in Ordnung</translation>
  </message>
  <message>
   <source>good to know</source>
   <translation>gut zu wissen</translation>
  </message>
  <message>
   <source>look at this</source>
   <translation>bitte ansehen</translation>
  </message>
  <message>
   <source>not known yet</source>
   <translation>noch nicht bekannt</translation>
  </message>
 </context>
 <context>
  <name>Checks</name>
  <message>
   <source>All {entries} entries are whole and {count} suggestions replay; checked at {time}.</source>
   <translation>Alle {entries} Einträge sind unversehrt, und {count} Vorschläge ergeben sich erneut; geprüft um {time}.</translation>
  </message>
  <message>
   <source>Blocks compared: {count}. None departs clearly from the others.</source>
   <translation>Verglichene Blöcke: {count}. Keiner weicht deutlich von den anderen ab.</translation>
  </message>
  <message>
   <source>Candidates whose repeated runs disagree: {count}. Noise alone can do that.</source>
   <translation>Kandidaten, deren wiederholte Versuche sich widersprechen: {count}. Das kann allein durch Streuung geschehen.</translation>
  </message>
  <message>
   <source>Compare the entry with the instrument: a comma in the wrong place, or another sample, looks like this. Correct it in the timeline if it is wrong, with the reason.</source>
   <translation>Vergleichen Sie den Eintrag mit dem Gerät: Ein Komma an der falschen Stelle oder eine andere Probe sieht so aus. Ist er falsch, korrigieren Sie ihn im Verlauf, mit dem Grund.</translation>
  </message>
  <message>
   <source>Do not record into this file. Keep a copy of it as it is, and restore the study from a backup.</source>
   <translation>Tragen Sie nichts mehr in diese Datei ein. Bewahren Sie eine Kopie davon auf, wie sie ist, und stellen Sie die Studie aus einer Sicherung wieder her.</translation>
  </message>
  <message>
   <source>Entries since then: {count}.</source>
   <translation>Einträge seitdem: {count}.</translation>
  </message>
  <message>
   <source>First look at the surprises: wrong entries look like this. If all entries are right, show this to the person who set the study up. The attributes may bend or act together in a way that the model does not know, the prior may be off, or something that is not in the table may have changed. Until then take ranges for too narrow. Where the model is right, such a warning comes in at most 1 of {count} studies.</source>
   <translation>Sehen Sie zuerst die Überraschungen an: So sehen falsche Einträge aus. Sind alle Einträge richtig, zeigen Sie dies der Person, die die Studie angelegt hat. Merkmale können gekrümmt oder gemeinsam auf eine Weise wirken, die das Modell nicht kennt, die Vorannahme kann danebenliegen, oder etwas, das nicht in der Tabelle steht, hat sich geändert. Halten Sie die Bereiche bis dahin für zu schmal. Wo das Modell stimmt, kommt eine solche Warnung höchstens in einer von {count} Studien vor.</translation>
  </message>
  <message>
   <source>In some settings they cover as little as {least}. Take ranges, and the value of testing, for too sure. For a new study choose the recommended belief; this one is kept to compare with the paper.</source>
   <translation>Unter manchen Bedingungen enthalten sie ihn nur in {least}. Halten Sie die Bereiche und den Wert eines Versuchs für zu sicher. Wählen Sie für eine neue Studie das empfohlene Modell; dieses dient dem Vergleich mit der Veröffentlichung.</translation>
  </message>
  <message>
   <source>In the worst setting they cover {least}, in the best {most}: nearly what they say.</source>
   <translation>Unter den ungünstigsten Bedingungen enthalten sie ihn in {least}, unter den günstigsten in {most}: fast wie angegeben.</translation>
  </message>
  <message>
   <source>In {count} simulated studies of each kind, the {level} ranges of this belief contained the true value in {mean} of the cases.</source>
   <translation>In {count} simulierten Studien jeder Art enthielten die Bereiche von {level} dieses Modells den wahren Wert in {mean} der Fälle.</translation>
  </message>
  <message>
   <source>It was measured with another version of the calculation.</source>
   <translation>Gemessen mit einer anderen Fassung der Rechnung.</translation>
  </message>
  <message>
   <source>Look for what was different there: a lot, a calibration, a mistake at entry. Nothing is corrected by itself, and the model does not know of it. Where all predictions are right, that is so in at most 1 of 20 studies looked at once.</source>
   <translation>Suchen Sie, was dort anders war: eine Charge, eine Kalibrierung, ein falscher Eintrag. Nichts wird von selbst korrigiert, und das Modell weiß nichts davon. Sind alle Vorhersagen richtig, kommt das in höchstens 1 von 20 Studien vor, die man einmal ansieht.</translation>
  </message>
  <message>
   <source>Look for what was different there: a lot, a calibration, a mistake at entry. The model knows of it and takes it out of what it says of the candidates.</source>
   <translation>Suchen Sie, was dort anders war: eine Charge, eine Kalibrierung, ein falscher Eintrag. Das Modell weiß davon und rechnet es aus dem heraus, was es über die Kandidaten sagt.</translation>
  </message>
  <message>
   <source>Make one: kgdesk calibrate --out FOLDER. It takes about an hour.</source>
   <translation>Erstellen Sie einen: kgdesk calibrate --out ORDNER. Das dauert etwa eine Stunde.</translation>
  </message>
  <message>
   <source>No certificate came with this program for the ranges of this belief.</source>
   <translation>Für die Bereiche dieses Modells liegt dem Programm kein Nachweis bei.</translation>
  </message>
  <message>
   <source>No outcome was unlikely, and no repeated runs disagree.</source>
   <translation>Kein Ergebnis war unwahrscheinlich, und keine wiederholten Versuche widersprechen sich.</translation>
  </message>
  <message>
   <source>No plate, day, operator or lot can be compared yet: two groups, one with {count} runs, are needed.</source>
   <translation>Noch lassen sich keine Platten, Tage, Personen oder Chargen vergleichen: Nötig sind zwei Gruppen, eine davon mit {count} Versuchen.</translation>
  </message>
  <message>
   <source>No sign in {count} runs that predictions are too sure or lean to one side.</source>
   <translation>In {count} Versuchen kein Anzeichen, dass Vorhersagen zu sicher oder einseitig sind.</translation>
  </message>
  <message>
   <source>No value of {attribute} was run in two blocks of {column}: their effects cannot be told apart.</source>
   <translation>Kein Wert von {attribute} wurde in zwei Blöcken von {column} geprüft: Ihre Effekte lassen sich nicht unterscheiden.</translation>
  </message>
  <message>
   <source>Nothing yet: go on.</source>
   <translation>Noch nichts: machen Sie weiter.</translation>
  </message>
  <message>
   <source>Nothing.</source>
   <translation>Nichts.</translation>
  </message>
  <message>
   <source>Nothing. Check again before you hand the study over.</source>
   <translation>Nichts. Prüfen Sie erneut, bevor Sie die Studie weitergeben.</translation>
  </message>
  <message>
   <source>Nothing. In each setting the ranges cover between 88 and 92 %.</source>
   <translation>Nichts. Unter allen Bedingungen enthalten die Bereiche den wahren Wert in 88 bis 92 %.</translation>
  </message>
  <message>
   <source>Nothing. With so few runs only gross faults would show: keep an eye on it.</source>
   <translation>Nichts. Bei so wenigen Versuchen fielen nur grobe Mängel auf: Behalten Sie es im Auge.</translation>
  </message>
  <message>
   <source>Open each run (click it in the picture, or press Enter in its table) and check the entry: the right button, the right sample? Correct it in the timeline if it is wrong, with the reason. If it is right, leave it: nothing is ever deleted because it was a surprise.</source>
   <translation>Öffnen Sie jeden Versuch (Klick im Bild oder Eingabetaste in seiner Tabelle) und prüfen Sie den Eintrag: die richtige Schaltfläche, die richtige Probe? Ist er falsch, korrigieren Sie ihn im Verlauf und geben Sie den Grund an. Ist er richtig, lassen Sie ihn stehen: Nichts wird gelöscht, nur weil es überrascht hat.</translation>
  </message>
  <message>
   <source>Open the newer copy and record there.</source>
   <translation>Öffnen Sie die neuere Kopie und tragen Sie dort ein.</translation>
  </message>
  <message>
   <source>Press “Check the file”: every entry is followed and every suggestion worked out again.</source>
   <translation>Drücken Sie „Datei prüfen“: Jeder Eintrag wird nachvollzogen und jeder Vorschlag neu berechnet.</translation>
  </message>
  <message>
   <source>Rows compared: {count}. No plate, day, operator or lot departs clearly from the predictions.</source>
   <translation>Verglichene Zeilen: {count}. Keine Platte, kein Tag, keine Person und keine Charge weicht deutlich von den Vorhersagen ab.</translation>
  </message>
  <message>
   <source>Runs are suggested where the outcome is open, so that predictions of them are hard, and the share is known only afterwards.</source>
   <translation>Vorgeschlagen werden Versuche, deren Ergebnis offen ist, so dass sie schwer vorherzusagen sind, und der Anteil ist erst hinterher bekannt.</translation>
  </message>
  <message>
   <source>Runs with a prediction: {count}. From {fewest} on, predictions and outcomes are compared.</source>
   <translation>Versuche mit Vorhersage: {count}. Ab {fewest} werden Vorhersagen und Ergebnisse verglichen.</translation>
  </message>
  <message>
   <source>Spread the candidates over the blocks: run one or two that have been run already in another block of {column}. Until then a good block may pass for a good {attribute}, and ranges are as wide as that.</source>
   <translation>Verteilen Sie die Kandidaten auf die Blöcke: Prüfen Sie einen oder zwei, die schon geprüft sind, in einem anderen Block von {column}. Bis dahin kann ein guter Block als gutes {attribute} gelten, und die Bereiche sind so breit.</translation>
  </message>
  <message>
   <source>Such pairs: {count}.</source>
   <translation>Solche Paare: {count}.</translation>
  </message>
  <message>
   <source>Such values: {count}.</source>
   <translation>Solche Werte: {count}.</translation>
  </message>
  <message>
   <source>The file was not checked since the study was opened.</source>
   <translation>Die Datei wurde seit dem Öffnen der Studie nicht geprüft.</translation>
  </message>
  <message>
   <source>The pictures show {shown} ranges now; what those cover was not measured.</source>
   <translation>Die Bilder zeigen jetzt {shown}-Bereiche; was diese enthalten, wurde nicht gemessen.</translation>
  </message>
  <message>
   <source>The stated chance that the recommended candidate is near the best was off by at most {points} percentage points in {count} simulated states, with runs chosen by “{policy}”.</source>
   <translation>Die angegebene Wahrscheinlichkeit, dass der empfohlene Kandidat nahe am besten liegt, war in {count} simulierten Zuständen um höchstens {points} Prozentpunkte falsch; die Versuche wählte „{policy}“.</translation>
  </message>
  <message>
   <source>They do not beat always saying {share}.</source>
   <translation>Sie sind nicht besser, als stets {share} vorherzusagen.</translation>
  </message>
  <message>
   <source>Unlikely outcomes: {count}, the newest in run {run} ({code}). Check the entry.</source>
   <translation>Unwahrscheinliche Ergebnisse: {count}, das neueste in Versuch {run} ({code}). Prüfen Sie den Eintrag.</translation>
  </message>
  <message>
   <source>Until then it counts as the largest or smallest share, and moves the predictions.</source>
   <translation>Bis dahin gilt er als der größte oder kleinste Anteil und verschiebt die Vorhersagen.</translation>
  </message>
  <message>
   <source>Until then it hardly moves the predictions.</source>
   <translation>Bis dahin verschiebt er die Vorhersagen kaum.</translation>
  </message>
  <message>
   <source>{column} {level} departs: a candidate with an even chance elsewhere has one of {chance} there ({low} to {high}).</source>
   <translation>{column} {level} weicht ab: Ein Kandidat, dessen Aussicht sonst 50 % wäre, hat dort {chance} ({low} bis {high}).</translation>
  </message>
  <message>
   <source>{count} other blocks also depart clearly.</source>
   <translation>{count} weitere Blöcke weichen auch deutlich ab.</translation>
  </message>
  <message>
   <source>{count} other rows also differ clearly.</source>
   <translation>{count} weitere Zeilen weichen ebenfalls deutlich ab.</translation>
  </message>
  <message>
   <source>{group}: {observed} of {count} runs succeeded, {predicted} were predicted. Rows compared: {rows}.</source>
   <translation>{group}: {observed} von {count} Versuchen waren erfolgreich, vorhergesagt waren {predicted}. Verglichene Zeilen: {rows}.</translation>
  </message>
  <message>
   <source>{value} in run {run} is far from what its candidate predicts, {expected}.</source>
   <translation>{value} in Versuch {run} ist weit von dem entfernt, was für seinen Kandidaten vorausgesagt ist, {expected}.</translation>
  </message>
  <message>
   <source>{what} The outcomes are {times} times likelier under predictions that allow for it.</source>
   <translation>{what} Die Ergebnisse sind {times}-mal wahrscheinlicher unter Vorhersagen, die das berücksichtigen.</translation>
  </message>
  <message>
   <source>“Check the file” in the checks follows every entry and works every suggestion out again.</source>
   <translation>„Datei prüfen“ in den Prüfungen geht jedem Eintrag nach und rechnet jeden Vorschlag nach.</translation>
  </message>
 </context>
 <context>
  <name>ChecksPage</name>
  <message>
   <source>Check the &amp;file</source>
   <translation>&amp;Datei prüfen</translation>
  </message>
  <message>
   <source>Checks</source>
   <translation>Prüfungen</translation>
  </message>
  <message>
   <source>Picture</source>
   <translation>Bild</translation>
  </message>
  <message>
   <source>Pictures</source>
   <translation>Bilder</translation>
  </message>
  <message>
   <source>Plates, days, operators, lots</source>
   <translation>Platten, Tage, Personen, Chargen</translation>
  </message>
  <message>
   <source>Predictions</source>
   <translation>Vorhersagen</translation>
  </message>
  <message>
   <source>Ranges</source>
   <translation>Bereiche</translation>
  </message>
  <message>
   <source>Study file</source>
   <translation>Studiendatei</translation>
  </message>
  <message>
   <source>Surprises</source>
   <translation>Überraschungen</translation>
  </message>
 </context>
 <context>
  <name>Codes</name>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Codes on the sa&amp;mples…</source>
   <translation>&amp;Codes auf den Proben…</translation>
  </message>
  <message>
   <source>Columns on the ca&amp;rd…</source>
   <translation>Spalten auf der Ka&amp;rte…</translation>
  </message>
  <message>
   <source>Every column that is kept with the candidates is shown from now on.</source>
   <translation>Von jetzt an wird jede Spalte gezeigt, die mit den Kandidaten aufbewahrt wird.</translation>
  </message>
  <message>
   <source>Loc&amp;ation of the samples…</source>
   <translation>&amp;Lagerort der Proben…</translation>
  </message>
  <message>
   <source>Samples are fetched by “{column}” from now on.</source>
   <translation>Proben werden von jetzt an nach „{column}“ geholt.</translation>
  </message>
  <message>
   <source>The scan check and labels go by the names of the candidates from now on.</source>
   <translation>Die Prüfung beim Scannen und die Etiketten richten sich von jetzt an nach den Namen der Kandidaten.</translation>
  </message>
  <message>
   <source>The scan check and labels go by “{column}” from now on.</source>
   <translation>Die Prüfung beim Scannen und die Etiketten richten sich von jetzt an nach „{column}“.</translation>
  </message>
 </context>
 <context>
  <name>ColourScale</name>
  <message>
   <source>Colours from {low} to {high}</source>
   <translation>Farben von {low} bis {high}</translation>
  </message>
 </context>
 <context>
  <name>ColumnList</name>
  <message>
   <source>Column</source>
   <translation>Spalte</translation>
  </message>
  <message>
   <source>Columns of the table</source>
   <translation>Spalten der Tabelle</translation>
  </message>
  <message>
   <source>Examples</source>
   <translation>Beispiele</translation>
  </message>
  <message>
   <source>Found</source>
   <translation>Gefunden</translation>
  </message>
  <message>
   <source>Show all {count} columns</source>
   <translation>Alle {count} Spalten zeigen</translation>
  </message>
  <message>
   <source>Unit</source>
   <translation>Einheit</translation>
  </message>
  <message>
   <source>Unit of {column}</source>
   <translation>Einheit von {column}</translation>
  </message>
  <message>
   <source>Use of {column}</source>
   <translation>Verwendung von {column}</translation>
  </message>
  <message>
   <source>Used as</source>
   <translation>Verwendet als</translation>
  </message>
  <message>
   <source>What to do</source>
   <translation>Was zu tun ist</translation>
  </message>
  <message>
   <source>What to do in {column}</source>
   <translation>Was mit {column} geschieht</translation>
  </message>
  <message>
   <source>choose…</source>
   <translation>wählen…</translation>
  </message>
 </context>
 <context>
  <name>CommandList</name>
  <message>
   <source>Commands</source>
   <translation>Befehle</translation>
  </message>
  <message>
   <source>Commands and keys</source>
   <translation>Befehle und Tasten</translation>
  </message>
  <message>
   <source>Find a command</source>
   <translation>Befehl suchen</translation>
  </message>
 </context>
 <context>
  <name>ComparePanel</name>
  <message>
   <source>Back to the &amp;table</source>
   <translation>Zurück zur &amp;Tabelle</translation>
  </message>
  <message>
   <source>Compare</source>
   <translation>Vergleich</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>Leave {code} out</source>
   <translation>{code} weglassen</translation>
  </message>
  <message>
   <source>Run this</source>
   <translation>Versuchen</translation>
  </message>
  <message>
   <source>Run {code}</source>
   <translation>{code} versuchen</translation>
  </message>
  <message>
   <source>Runs</source>
   <translation>Versuche</translation>
  </message>
  <message>
   <source>Truly better than {code}</source>
   <translation>Wirklich besser als {code}</translation>
  </message>
  <message>
   <source>Value of testing</source>
   <translation>Wert eines Versuchs</translation>
  </message>
  <message>
   <source>best</source>
   <translation>bester</translation>
  </message>
  <message>
   <source>chance {chance}</source>
   <translation>Chance {chance}</translation>
  </message>
  <message>
   <source>never run</source>
   <translation>nie versucht</translation>
  </message>
  <message>
   <source>next</source>
   <translation>nächster</translation>
  </message>
  <message>
   <source>not computed</source>
   <translation>nicht berechnet</translation>
  </message>
  <message>
   <source>undecided</source>
   <translation>unklar</translation>
  </message>
  <message>
   <source>{points} points</source>
   <translation>{points} Punkte</translation>
  </message>
 </context>
 <context>
  <name>ConfirmationStrip</name>
  <message>
   <source>1 outcome recorded.</source>
   <translation>1 Ergebnis eingetragen.</translation>
  </message>
  <message>
   <source>1 outcome undone.</source>
   <translation>1 Ergebnis zurückgenommen.</translation>
  </message>
  <message>
   <source>1 run started.</source>
   <translation>1 Versuch begonnen.</translation>
  </message>
  <message>
   <source>A key was typed, so nothing was recorded.</source>
   <translation>Eine Taste wurde gedrückt, deshalb wurde nichts eingetragen.</translation>
  </message>
  <message>
   <source>Back to the suggestion  Esc</source>
   <translation>Zurück zum Vorschlag  Esc</translation>
  </message>
  <message>
   <source>Bench and Study were switched, so nothing was recorded.</source>
   <translation>Die Ansicht hat gewechselt, daher wurde nichts eingetragen.</translation>
  </message>
  <message>
   <source>Cancel  Esc</source>
   <translation>Abbrechen  Esc</translation>
  </message>
  <message>
   <source>Cancel start…</source>
   <translation>Start abbrechen…</translation>
  </message>
  <message>
   <source>Choose the outcome, then record it.</source>
   <translation>Wählen Sie das Ergebnis und tragen Sie es dann ein.</translation>
  </message>
  <message>
   <source>Confirmation</source>
   <translation>Bestätigung</translation>
  </message>
  <message>
   <source>Enter outcome…</source>
   <translation>Ergebnis…</translation>
  </message>
  <message>
   <source>Ignore</source>
   <translation>Verwerfen</translation>
  </message>
  <message>
   <source>No candidate of this study is called {code}.</source>
   <translation>Kein Kandidat dieser Studie heißt {code}.</translation>
  </message>
  <message>
   <source>Outcome of {candidate}…</source>
   <translation>Ergebnis für {candidate}…</translation>
  </message>
  <message>
   <source>Outcomes recorded: {count}. Rows passed over: {over}.</source>
   <translation>Eingetragene Ergebnisse: {count}. Übergangene Zeilen: {over}.</translation>
  </message>
  <message>
   <source>Put it back  Esc</source>
   <translation>Zurücklegen  Esc</translation>
  </message>
  <message>
   <source>Record  Enter</source>
   <translation>Eintragen  Eingabe</translation>
  </message>
  <message>
   <source>Record {outcome} for run {run}, {candidate}{details}?</source>
   <translation>{outcome} für Versuch {run}, {candidate}, eintragen{details}?</translation>
  </message>
  <message>
   <source>Record {outcome} for runs {run}, {candidate}{details}?</source>
   <translation>{outcome} für Versuche {run}, {candidate}, eintragen{details}?</translation>
  </message>
  <message>
   <source>Redo  Ctrl+Y</source>
   <translation>Wiederherstellen  Strg+Y</translation>
  </message>
  <message>
   <source>Run {run} could not be saved and is NOT recorded.</source>
   <translation>Versuch {run} ist NICHT eingetragen.</translation>
  </message>
  <message>
   <source>Run {run} in progress: {candidate}</source>
   <translation>Versuch {run} läuft: {candidate}</translation>
  </message>
  <message>
   <source>Run {run} in progress: {candidate}. Enter its outcome.</source>
   <translation>Versuch {run} läuft: {candidate}. Tragen Sie sein Ergebnis ein.</translation>
  </message>
  <message>
   <source>Run {run} recorded: {candidate} {outcome}</source>
   <translation>Versuch {run} eingetragen: {candidate} {outcome}</translation>
  </message>
  <message>
   <source>Run {run} restored.</source>
   <translation>Versuch {run} wiederhergestellt.</translation>
  </message>
  <message>
   <source>Run {run} undone.</source>
   <translation>Versuch {run} zurückgenommen.</translation>
  </message>
  <message>
   <source>Run {run}: {candidate} {outcome}</source>
   <translation>Versuch {run}: {candidate} {outcome}</translation>
  </message>
  <message>
   <source>Runs {run} recorded: {candidate} {outcome}</source>
   <translation>Versuche {run} eingetragen: {candidate} {outcome}</translation>
  </message>
  <message>
   <source>Saving…</source>
   <translation>Wird gespeichert…</translation>
  </message>
  <message>
   <source>Start  Enter</source>
   <translation>Starten  Eingabe</translation>
  </message>
  <message>
   <source>Start run {run}, {candidate}? Its outcome comes later.</source>
   <translation>Versuch {run}, {candidate}, beginnen? Ergebnis später.</translation>
  </message>
  <message>
   <source>The note is kept. See the timeline.</source>
   <translation>Die Notiz ist aufbewahrt. Siehe Verlauf.</translation>
  </message>
  <message>
   <source>The operator has changed, so nothing was recorded.</source>
   <translation>Die Bediener:in hat gewechselt, deshalb wurde nichts eingetragen.</translation>
  </message>
  <message>
   <source>The start of run {run} stays.</source>
   <translation>Versuch {run} läuft weiter.</translation>
  </message>
  <message>
   <source>The start of {candidate} could not be saved.</source>
   <translation>Start von {candidate} wurde nicht gespeichert.</translation>
  </message>
  <message>
   <source>The starts stay.</source>
   <translation>Die Versuche laufen weiter.</translation>
  </message>
  <message>
   <source>The study takes no entries now. Nothing was recorded.</source>
   <translation>Die Studie nimmt nichts an: nichts eingetragen.</translation>
  </message>
  <message>
   <source>The suggestion has changed, nothing was recorded. Look again.</source>
   <translation>Anderer Vorschlag, nichts eingetragen. Bitte neu ansehen.</translation>
  </message>
  <message>
   <source>The typed value is no {outcome}, so nothing was armed.</source>
   <translation>Der Wert ist kein {outcome}: nichts gewählt.</translation>
  </message>
  <message>
   <source>This could not be done: see the message above.</source>
   <translation>Das war nicht möglich: siehe die Meldung oben.</translation>
  </message>
  <message>
   <source>Try again</source>
   <translation>Erneut versuchen</translation>
  </message>
  <message>
   <source>Undo  Ctrl+Z</source>
   <translation>Zurücknehmen  Strg+Z</translation>
  </message>
  <message>
   <source>Undo again: run {run}, {candidate} {outcome}</source>
   <translation>Noch einmal: {run}, {candidate} {outcome}</translation>
  </message>
  <message>
   <source>Wait for the suggestion  Esc</source>
   <translation>Auf den Vorschlag warten  Esc</translation>
  </message>
  <message>
   <source>You look at an earlier state now, so nothing was recorded.</source>
   <translation>Sie sehen einen früheren Stand: nichts eingetragen.</translation>
  </message>
  <message>
   <source>You scanned {scanned}, the card shows {shown}.</source>
   <translation>Sie haben {scanned} gescannt, die Karte zeigt {shown}.</translation>
  </message>
  <message>
   <source>You scanned {scanned}, the next experiment is still being worked out.</source>
   <translation>Sie haben {scanned} gescannt, der nächste Versuch wird noch berechnet.</translation>
  </message>
  <message>
   <source>done {time}</source>
   <translation>durchgeführt {time}</translation>
  </message>
  <message>
   <source>really set: {values}</source>
   <translation>wirklich eingestellt: {values}</translation>
  </message>
  <message>
   <source>with a note</source>
   <translation>mit einer Notiz</translation>
  </message>
  <message>
   <source>{candidate} has had its runs. Record {outcome} for it all the same{details}?</source>
   <translation>{candidate} hatte alle Versuche. Trotzdem {outcome} dafür eintragen{details}?</translation>
  </message>
  <message>
   <source>{candidate} is out of stock. Record {outcome} for it all the same{details}?</source>
   <translation>{candidate} ist nicht verfügbar. Trotzdem {outcome} dafür eintragen{details}?</translation>
  </message>
  <message>
   <source>{candidate}, chosen by you</source>
   <translation>{candidate}, von Ihnen gewählt</translation>
  </message>
  <message>
   <source>{candidate}, chosen by you instead of {suggested}</source>
   <translation>{candidate}, von Ihnen statt {suggested} gewählt</translation>
  </message>
  <message>
   <source>{candidate}, scanned and accepted</source>
   <translation>{candidate}, gescannt und angenommen</translation>
  </message>
  <message>
   <source>{candidate}, scanned and accepted instead of {suggested}</source>
   <translation>{candidate}, gescannt und statt {suggested} angenommen</translation>
  </message>
  <message>
   <source>{code} is set aside. Nothing was recorded for it.</source>
   <translation>{code} ist zurückgestellt. Dafür wurde nichts eingetragen.</translation>
  </message>
  <message>
   <source>{count} outcomes recorded.</source>
   <translation>{count} Ergebnisse eingetragen.</translation>
  </message>
  <message>
   <source>{count} outcomes undone.</source>
   <translation>{count} Ergebnisse zurückgenommen.</translation>
  </message>
  <message>
   <source>{count} runs started.</source>
   <translation>{count} Versuche begonnen.</translation>
  </message>
  <message>
   <source>{k} of {n} {outcome}</source>
   <translation>{k} von {n} {outcome}</translation>
  </message>
  <message>
   <source>{outcome}: run {run}, {candidate}{details}?</source>
   <translation>{outcome}: Versuch {run}, {candidate}{details}?</translation>
  </message>
  <message>
   <source>⚠ {value} is far from what is expected, about {expected}. Record it as typed?</source>
   <translation>⚠ {value} liegt weit weg vom Erwarteten, etwa {expected}. Wie eingegeben eintragen?</translation>
  </message>
  <message>
   <source>⚠ {value}, not about {expected}: record as typed?</source>
   <translation>⚠ {value} statt etwa {expected}: so eintragen?</translation>
  </message>
 </context>
 <context>
  <name>CorrectDialog</name>
  <message>
   <source>&amp;Reason:</source>
   <translation>&amp;Grund:</translation>
  </message>
  <message>
   <source>1 later suggestion was made with the old value; it stays as it was.</source>
   <translation>1 späterer Vorschlag entstand mit dem alten Wert; er bleibt, wie er war.</translation>
  </message>
  <message>
   <source>As recorded:</source>
   <translation>Wie eingetragen:</translation>
  </message>
  <message>
   <source>Best would change from {now} ({was}) to {then} ({estimate}).</source>
   <translation>Der beste Kandidat wechselte von {now} ({was}) zu {then} ({estimate}).</translation>
  </message>
  <message>
   <source>Candi&amp;date:</source>
   <translation>Kandi&amp;dat:</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Change something first.</source>
   <translation>Ändern Sie zuerst etwas.</translation>
  </message>
  <message>
   <source>Correct run {run}</source>
   <translation>Versuch {run} korrigieren</translation>
  </message>
  <message>
   <source>Effect of this correction:</source>
   <translation>Wirkung dieser Korrektur:</translation>
  </message>
  <message>
   <source>Instrument fault</source>
   <translation>Gerätefehler</translation>
  </message>
  <message>
   <source>Measured value</source>
   <translation>Messwert</translation>
  </message>
  <message>
   <source>New outcome:</source>
   <translation>Neues Ergebnis:</translation>
  </message>
  <message>
   <source>Not done</source>
   <translation>Nicht durchgeführt</translation>
  </message>
  <message>
   <source>Nothing would change yet.</source>
   <translation>Noch würde sich nichts ändern.</translation>
  </message>
  <message>
   <source>Really se&amp;t:</source>
   <translation>Wirklich einges&amp;tellt:</translation>
  </message>
  <message>
   <source>Really set</source>
   <translation>Wirklich eingestellt</translation>
  </message>
  <message>
   <source>Result read again</source>
   <translation>Ergebnis neu abgelesen</translation>
  </message>
  <message>
   <source>Run {run} was undone and stays so: record the experiment again.</source>
   <translation>Versuch {run} wurde zurückgenommen und bleibt es: Tragen Sie den Versuch neu ein.</translation>
  </message>
  <message>
   <source>Run {run}: {code}, {outcome}</source>
   <translation>Versuch {run}: {code}, {outcome}</translation>
  </message>
  <message>
   <source>Save correction   Ctrl+Enter</source>
   <translation>Korrektur speichern   Strg+Eingabe</translation>
  </message>
  <message>
   <source>The study has changed since this window was opened, and nothing was saved. Close it and look at run {run} again.</source>
   <translation>Die Studie hat sich geändert, seit dieses Fenster geöffnet wurde, und nichts wurde gespeichert. Schließen Sie es und sehen Sie Versuch {run} noch einmal an.</translation>
  </message>
  <message>
   <source>Typed the wrong outcome</source>
   <translation>Falsches Ergebnis eingegeben</translation>
  </message>
  <message>
   <source>Working out what would change...</source>
   <translation>Es wird berechnet, was sich ändern würde...</translation>
  </message>
  <message>
   <source>Wrong sample</source>
   <translation>Falsche Probe</translation>
  </message>
  <message>
   <source>unknown</source>
   <translation>unbekannt</translation>
  </message>
  <message>
   <source>{count} later suggestions were made with the old value; they stay as they were.</source>
   <translation>{count} spätere Vorschläge entstanden mit dem alten Wert; sie bleiben, wie sie waren.</translation>
  </message>
  <message>
   <source>{now} would stay the best ({estimate} instead of {was}).</source>
   <translation>{now} bliebe der beste ({estimate} statt {was}).</translation>
  </message>
  <message>
   <source>{now} would stay the best, at {estimate} as now.</source>
   <translation>{now} bliebe der beste, mit {estimate} wie jetzt.</translation>
  </message>
  <message>
   <source>{operator}, {time}</source>
   <translation>{operator}, {time}</translation>
  </message>
 </context>
 <context>
  <name>CoverageCard</name>
  <message>
   <source>Attributes</source>
   <translation>Merkmale</translation>
  </message>
  <message>
   <source>Can the ranges be trusted?</source>
   <translation>Kann man den Bereichen trauen?</translation>
  </message>
  <message>
   <source>Candidates chosen</source>
   <translation>Auswahl der Kandidaten</translation>
  </message>
  <message>
   <source>Covered</source>
   <translation>Enthalten</translation>
  </message>
  <message>
   <source>Exact model covered</source>
   <translation>Vom exakten Modell enthalten</translation>
  </message>
  <message>
   <source>In {studies} simulated studies of each kind, the {level} ranges of this belief contained the true value in {mean} of the cases, between {least} and {most}.</source>
   <translation>In {studies} simulierten Studien jeder Art enthielten die Bereiche von {level} dieses Modells den wahren Wert in {mean} der Fälle, zwischen {least} und {most}.</translation>
  </message>
  <message>
   <source>Largest error</source>
   <translation>Größte Abweichung</translation>
  </message>
  <message>
   <source>Mean error of predictions</source>
   <translation>Mittlere Abweichung der Vorhersagen</translation>
  </message>
  <message>
   <source>No certificate came with this program for the ranges of this belief.</source>
   <translation>Für die Bereiche dieses Modells liegt dem Programm kein Nachweis bei.</translation>
  </message>
  <message>
   <source>Outcomes</source>
   <translation>Ergebnisse</translation>
  </message>
  <message>
   <source>Ranges of 90 % are meant to hold the true success of a candidate in 90 of 100 cases. Here is how often they did in simulated studies, where the truth is known: one row for each number of outcomes, with candidates drawn at random or chosen by value of testing; other numbers of attributes are in the table. Left of the dashed line ranges are too narrow: the model is surer than it may be. The simulated truths follow the model and its prior; a real lab may be less kind, and “Did the predictions come true?” says whether it is.</source>
   <translation>Bereiche von 90 % sollen den wahren Erfolg eines Kandidaten in 90 von 100 Fällen enthalten. Hier steht, wie oft sie es in simulierten Studien taten, bei denen die Wahrheit bekannt ist: eine Zeile je Zahl der Ergebnisse, mit Kandidaten, die zufällig oder nach dem Wert eines Versuchs gewählt wurden; weitere Zahlen von Merkmalen stehen in der Tabelle. Links der gestrichelten Linie sind die Bereiche zu schmal: Das Modell ist sicherer, als es sein darf. Die simulierten Wahrheiten folgen dem Modell und seiner Vorannahme; ein wirkliches Labor ist vielleicht weniger freundlich, und „Trafen die Vorhersagen ein?“ zeigt, ob es so ist.</translation>
  </message>
  <message>
   <source>Ranges that held the truth</source>
   <translation>Bereiche, die den wahren Wert enthielten</translation>
  </message>
  <message>
   <source>Simulated studies</source>
   <translation>Simulierte Studien</translation>
  </message>
  <message>
   <source>Standard error</source>
   <translation>Standardfehler</translation>
  </message>
  <message>
   <source>The pictures show {shown} ranges now; what those cover was not measured.</source>
   <translation>Die Bilder zeigen jetzt {shown}-Bereiche; was diese enthalten, wurde nicht gemessen.</translation>
  </message>
  <message>
   <source>They are too narrow.</source>
   <translation>Sie sind zu eng.</translation>
  </message>
  <message>
   <source>at random</source>
   <translation>zufällig</translation>
  </message>
  <message>
   <source>bar: its own 90 % range</source>
   <translation>Balken: sein 90-%-Bereich</translation>
  </message>
  <message>
   <source>by value</source>
   <translation>nach Wert</translation>
  </message>
  <message>
   <source>dashed: as meant</source>
   <translation>gestrichelt: wie vorgesehen</translation>
  </message>
  <message>
   <source>dot: held the truth</source>
   <translation>Punkt: enthielt den wahren Wert</translation>
  </message>
  <message>
   <source>{count} attributes</source>
   <translation>{count} Merkmale</translation>
  </message>
  <message>
   <source>{name}
covered {share}</source>
   <translation>{name}
enthalten {share}</translation>
  </message>
  <message>
   <source>{n} outcomes, {design}</source>
   <translation>{n} Ergebnisse, {design}</translation>
  </message>
 </context>
 <context>
  <name>CrashRecovery</name>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Problem report…</source>
   <translation>Problembericht…</translation>
  </message>
  <message>
   <source>kgdesk did not close properly the last time.</source>
   <translation>kgdesk wurde beim letzten Mal nicht richtig beendet.</translation>
  </message>
  <message>
   <source>kgdesk did not close properly the last time. Every run that was recorded is safe.</source>
   <translation>kgdesk wurde beim letzten Mal nicht richtig beendet. Jeder eingetragene Versuch ist sicher.</translation>
  </message>
 </context>
 <context>
  <name>DecideCards</name>
  <message>
   <source>Another rule…</source>
   <translation>Andere Regel…</translation>
  </message>
  <message>
   <source>Check the file…</source>
   <translation>Datei prüfen…</translation>
  </message>
  <message>
   <source>Checks of the model</source>
   <translation>Prüfungen des Modells</translation>
  </message>
  <message>
   <source>Finish study…</source>
   <translation>Studie abschließen…</translation>
  </message>
  <message>
   <source>Finish with {candidate}…</source>
   <translation>Mit {candidate} abschließen…</translation>
  </message>
  <message>
   <source>Finish without a choice…</source>
   <translation>Ohne Wahl abschließen…</translation>
  </message>
  <message>
   <source>Finish: which candidate do you choose?</source>
   <translation>Abschluss: Welchen Kandidaten wählen Sie?</translation>
  </message>
  <message>
   <source>Groups</source>
   <translation>Gruppen</translation>
  </message>
  <message>
   <source>Picture…</source>
   <translation>Bild…</translation>
  </message>
  <message>
   <source>Predictions</source>
   <translation>Vorhersagen</translation>
  </message>
  <message>
   <source>Record</source>
   <translation>Aufzeichnung</translation>
  </message>
  <message>
   <source>Rehearse…</source>
   <translation>Durchspielen…</translation>
  </message>
  <message>
   <source>Run it first</source>
   <translation>Zuerst ausführen</translation>
  </message>
  <message>
   <source>What speaks against stopping</source>
   <translation>Was gegen das Aufhören spricht</translation>
  </message>
  <message>
   <source>What the decision rests on</source>
   <translation>Worauf die Entscheidung beruht</translation>
  </message>
 </context>
 <context>
  <name>DecideTab</name>
  <message>
   <source>At that rate {points} points are still at stake when the plan ends; the rule allows {limit}.</source>
   <translation>In diesem Tempo stehen am Ende des Plans noch {points} Punkte auf dem Spiel; die Regel erlaubt {limit}.</translation>
  </message>
  <message>
   <source>Decide</source>
   <translation>Entscheiden</translation>
  </message>
  <message>
   <source>It appears here by itself.</source>
   <translation>Es erscheint hier von selbst.</translation>
  </message>
  <message>
   <source>Nothing.</source>
   <translation>Nichts.</translation>
  </message>
  <message>
   <source>Ten more runs would bring about {points} points (standard error {error}).</source>
   <translation>Zehn weitere Versuche brächten etwa {points} Punkte (Standardfehler {error}).</translation>
  </message>
  <message>
   <source>Ten more runs, each chosen as if it were the last, would bring about {points} points (standard error {error}).</source>
   <translation>Zehn weitere Versuche, jeder so gewählt, als wäre er der letzte, brächten etwa {points} Punkte (Standardfehler {error}).</translation>
  </message>
  <message>
   <source>The newest state is being worked out; it appears here by itself.</source>
   <translation>Der neueste Stand wird berechnet; er erscheint hier von selbst.</translation>
  </message>
  <message>
   <source>The study is finished</source>
   <translation>Die Studie ist abgeschlossen</translation>
  </message>
  <message>
   <source>What ten more runs would bring is being rehearsed.</source>
   <translation>Was zehn weitere Versuche brächten, wird durchgespielt.</translation>
  </message>
  <message>
   <source>Within 5 points of the true best with a chance of {chance}.</source>
   <translation>Höchstens 5 Punkte vom wahren Besten entfernt mit einer Wahrscheinlichkeit von {chance}.</translation>
  </message>
  <message>
   <source>{candidate} was never run: only runs of others speak for it.</source>
   <translation>{candidate} wurde nie ausgeführt: Nur Versuche mit anderen sprechen dafür.</translation>
  </message>
 </context>
 <context>
  <name>Departures</name>
  <message>
   <source>Day</source>
   <translation>Tag</translation>
  </message>
  <message>
   <source>Operator</source>
   <translation>Bediener:in</translation>
  </message>
  <message>
   <source>Plate</source>
   <translation>Platte</translation>
  </message>
 </context>
 <context>
  <name>DeparturesCard</name>
  <message>
   <source> and {count} more</source>
   <translation> und {count} weitere</translation>
  </message>
  <message>
   <source>Departs</source>
   <translation>Weicht ab</translation>
  </message>
  <message>
   <source>Departs clearly: {names}.</source>
   <translation>Weicht deutlich ab: {names}.</translation>
  </message>
  <message>
   <source>Difference (percentage points)</source>
   <translation>Unterschied (Prozentpunkte)</translation>
  </message>
  <message>
   <source>Difference (points)</source>
   <translation>Differenz (Punkte)</translation>
  </message>
  <message>
   <source>Does a plate, day, operator or lot depart?</source>
   <translation>Weicht eine Platte, ein Tag, eine Person, eine Charge ab?</translation>
  </message>
  <message>
   <source>Each row compares the successes of some runs with those that had been predicted before each run. The dot is the difference per run in percentage points, the bar its range. The bars are made wider for the number of rows, so that a bar beside the dashed line means something. The model knows only of blocks that the study names, and nothing else is corrected by itself.</source>
   <translation>Jede Zeile vergleicht die Erfolge einiger Versuche mit denen, die vor jedem Versuch vorhergesagt waren. Der Punkt ist der Unterschied je Versuch in Prozentpunkten, der Balken sein Bereich. Die Balken sind für die Anzahl der Zeilen breiter gemacht, damit ein Balken neben der gestrichelten Linie etwas bedeutet. Das Modell kennt nur Blöcke, die die Studie nennt, und sonst wird nichts von selbst korrigiert.</translation>
  </message>
  <message>
   <source>Group</source>
   <translation>Gruppe</translation>
  </message>
  <message>
   <source>No row departs clearly from the predictions.</source>
   <translation>Keine Zeile weicht deutlich von den Vorhersagen ab.</translation>
  </message>
  <message>
   <source>Nothing to compare yet: two plates, days, operators or lots with some runs are needed.</source>
   <translation>Noch nichts zu vergleichen: Nötig sind zwei Platten, Tage, Personen oder Chargen mit einigen Versuchen.</translation>
  </message>
  <message>
   <source>Observed less predicted (percentage points)</source>
   <translation>Beobachtet minus vorhergesagt (Prozentpunkte)</translation>
  </message>
  <message>
   <source>Predicted</source>
   <translation>Vorhersage</translation>
  </message>
  <message>
   <source>Range from</source>
   <translation>Bereich von</translation>
  </message>
  <message>
   <source>Runs</source>
   <translation>Versuche</translation>
  </message>
  <message>
   <source>Succeeded</source>
   <translation>Erfolgreich</translation>
  </message>
  <message>
   <source>bar: range, adjusted for all rows</source>
   <translation>Balken: Bereich, für alle Zeilen angepasst</translation>
  </message>
  <message>
   <source>clearly</source>
   <translation>deutlich</translation>
  </message>
  <message>
   <source>dot: observed less predicted</source>
   <translation>Punkt: beobachtet minus vorhergesagt</translation>
  </message>
  <message>
   <source>no</source>
   <translation>nein</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>{group}
{observed} of {count} runs succeeded, {predicted} were predicted</source>
   <translation>{group}
{observed} von {count} Versuchen waren erfolgreich, vorhergesagt waren {predicted}</translation>
  </message>
  <message>
   <source>⚠ departs</source>
   <translation>⚠ weicht ab</translation>
  </message>
 </context>
 <context>
  <name>DetailsDialog</name>
  <message>
   <source>&amp;Ask me to record it</source>
   <translation>&amp;Zum Eintragen vorlegen</translation>
  </message>
  <message>
   <source>&amp;Note</source>
   <translation>&amp;Notiz</translation>
  </message>
  <message>
   <source>Date and time of the run</source>
   <translation>Datum und Uhrzeit des Versuchs</translation>
  </message>
  <message>
   <source>It was done &amp;earlier:</source>
   <translation>Früher &amp;durchgeführt:</translation>
  </message>
  <message>
   <source>Number of runs</source>
   <translation>Anzahl der Versuche</translation>
  </message>
  <message>
   <source>Outcome with details</source>
   <translation>Ergebnis mit Einzelheiten</translation>
  </message>
  <message>
   <source>Really se&amp;t</source>
   <translation>Wirklich einges&amp;tellt</translation>
  </message>
  <message>
   <source>Se&amp;veral runs at once:</source>
   <translation>&amp;Mehrere Versuche auf einmal:</translation>
  </message>
  <message>
   <source>The time of this entry is kept as well. Nothing is recorded before you confirm.</source>
   <translation>Der Zeitpunkt dieses Eintrags wird ebenfalls festgehalten. Nichts wird eingetragen, bevor Sie bestätigen.</translation>
  </message>
  <message>
   <source>Undecided: may lie on either side, counts as neither unless you choose one.</source>
   <translation>Unklar: kann auf beiden Seiten liegen und zählt als keines von beiden, wenn Sie keines wählen.</translation>
  </message>
  <message>
   <source>What came out for {candidate}?</source>
   <translation>Was ergab {candidate}?</translation>
  </message>
  <message>
   <source>kept with the run</source>
   <translation>bleibt beim Versuch</translation>
  </message>
  <message>
   <source>of</source>
   <translation>von</translation>
  </message>
  <message>
   <source>were {outcome}</source>
   <translation>waren {outcome}</translation>
  </message>
 </context>
 <context>
  <name>DialogLauncher</name>
  <message>
   <source>Open a study</source>
   <translation>Studie öffnen</translation>
  </message>
  <message>
   <source>Studies (*.kgstudy)</source>
   <translation>Studien (*.kgstudy)</translation>
  </message>
 </context>
 <context>
  <name>EffectsCard</name>
  <message>
   <source> Still open: {count}.</source>
   <translation> Noch offen: {count}.</translation>
  </message>
  <message>
   <source> and {count} more</source>
   <translation> und {count} weitere</translation>
  </message>
  <message>
   <source>A dot right of the dashed line says that more of this attribute raises the success that we expect, left of it that more lowers it. The bar is the range in which the effect probably lies; where it crosses the line, it is open which way it goes. Effects are given for a typical change of each attribute, so that they can be compared, with the others unchanged. They are what the model believes, and no proof of cause. The table also says by how much the odds are multiplied.</source>
   <translation>Ein Punkt rechts der gestrichelten Linie heißt: Mehr von diesem Merkmal erhöht die Erfolgsaussicht; links davon: mehr verringert sie. Der Balken ist der Bereich, in dem die Wirkung vermutlich liegt; wo er die Linie kreuzt, ist die Richtung offen. Wirkungen gelten für eine übliche Änderung des Merkmals, damit sie vergleichbar sind, bei sonst gleichen Merkmalen. Sie sind, was das Modell annimmt, und kein Beweis einer Ursache. Die Tabelle gibt auch an, womit die Chance malgenommen wird.</translation>
  </message>
  <message>
   <source>Attribute</source>
   <translation>Merkmal</translation>
  </message>
  <message>
   <source>Change of success (percentage points)</source>
   <translation>Änderung der Erfolgsaussicht (Prozentpunkte)</translation>
  </message>
  <message>
   <source>Clear so far: {names}</source>
   <translation>Bisher eindeutig: {names}</translation>
  </message>
  <message>
   <source>Clear: {names} and {last}</source>
   <translation>Klar: {names} und {last}</translation>
  </message>
  <message>
   <source>Clear: {name}</source>
   <translation>Klar: {name}</translation>
  </message>
  <message>
   <source>Each row changes one attribute over its range and keeps the others. The dot is by how many percentage points the expected success changes between the settings with the lowest and the highest, which are shown beside it. The bar is the range in which the change probably lies; where it crosses the dashed line, it is open whether the attribute matters. They are what the model believes, and no proof of cause.</source>
   <translation>Jede Zeile ändert ein Merkmal über seinen Bereich und behält die anderen. Der Punkt sagt, um wie viele Prozentpunkte sich die Erfolgsaussicht zwischen den Einstellungen mit der niedrigsten und der höchsten ändert, die daneben stehen. Der Balken ist der Bereich, in dem die Änderung vermutlich liegt; wo er die gestrichelte Linie kreuzt, ist offen, ob das Merkmal eine Rolle spielt. Das ist, was das Modell annimmt, und kein Beweis einer Ursache.</translation>
  </message>
  <message>
   <source>Effect (log-odds)</source>
   <translation>Wirkung (Log-Odds)</translation>
  </message>
  <message>
   <source>Effect on success (log-odds)</source>
   <translation>Wirkung auf den Erfolg (Log-Odds)</translation>
  </message>
  <message>
   <source>Effects</source>
   <translation>Wirkungen</translation>
  </message>
  <message>
   <source>Effects at the lines above, points of success, {level} range</source>
   <translation>Wirkungen bei den Linien oben, Punkte Erfolg, {level}-Bereich</translation>
  </message>
  <message>
   <source>Effects at {code}, points of success, {level} range</source>
   <translation>Wirkungen bei {code}, Punkte Erfolg, {level}-Bereich</translation>
  </message>
  <message>
   <source>Log-odds</source>
   <translation>Log-Odds</translation>
  </message>
  <message>
   <source>No attribute is clear yet: every range includes “no effect”.</source>
   <translation>Noch ist kein Merkmal eindeutig: Jeder Bereich enthält „keine Wirkung“.</translation>
  </message>
  <message>
   <source>No outcomes yet. After the first runs this shows which attributes matter.</source>
   <translation>Noch keine Ergebnisse. Nach den ersten Versuchen zeigt dieses Bild, welche Merkmale wichtig sind.</translation>
  </message>
  <message>
   <source>None is clear yet</source>
   <translation>Noch keine ist klar</translation>
  </message>
  <message>
   <source>Odds</source>
   <translation>Odds</translation>
  </message>
  <message>
   <source>Per unit (log-odds)</source>
   <translation>Je Einheit (Log-Odds)</translation>
  </message>
  <message>
   <source>Percentage points</source>
   <translation>Prozentpunkte</translation>
  </message>
  <message>
   <source>What does each attribute do?</source>
   <translation>Was bewirkt jedes Merkmal?</translation>
  </message>
  <message>
   <source>bar: {level} range</source>
   <translation>Balken: {level}-Bereich</translation>
  </message>
  <message>
   <source>dashed: no effect</source>
   <translation>gestrichelt: keine Wirkung</translation>
  </message>
  <message>
   <source>dot: estimate</source>
   <translation>Punkt: Schätzwert</translation>
  </message>
  <message>
   <source>for</source>
   <translation>für</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>{count} more</source>
   <translation>{count} weitere</translation>
  </message>
  <message>
   <source>{level} range from</source>
   <translation>{level}-Bereich von</translation>
  </message>
  <message>
   <source>{name}
{estimate} log-odds ({level} range {low} to {high}), odds {odds}
{per}</source>
   <translation>{name}
{estimate} Log-Odds ({level}-Bereich {low} bis {high}), Odds {odds}
{per}</translation>
  </message>
  <message>
   <source>{name}
{estimate} percentage points ({level} range {low} to {high})
{per}</source>
   <translation>{name}
{estimate} Prozentpunkte ({level}-Bereich {low} bis {high})
{per}</translation>
  </message>
  <message>
   <source>{name} (lowers success)</source>
   <translation>{name} (senkt den Erfolg)</translation>
  </message>
  <message>
   <source>{name} (raises success)</source>
   <translation>{name} (erhöht den Erfolg)</translation>
  </message>
  <message>
   <source>{name} ({change} percentage points, {settings})</source>
   <translation>{name} ({change} Prozentpunkte, {settings})</translation>
  </message>
  <message>
   <source>{name} ({change} points, {settings})</source>
   <translation>{name} ({change} Punkte, {settings})</translation>
  </message>
 </context>
 <context>
  <name>EntriesPage</name>
  <message>
   <source>&amp;Kind:</source>
   <translation>A&amp;rt:</translation>
  </message>
  <message>
   <source>All days</source>
   <translation>Alle Tage</translation>
  </message>
  <message>
   <source>All entries</source>
   <translation>Alle Einträge</translation>
  </message>
  <message>
   <source>All kinds</source>
   <translation>Alle Arten</translation>
  </message>
  <message>
   <source>Before</source>
   <translation>Vorher</translation>
  </message>
  <message>
   <source>Before: {value}.</source>
   <translation>Vorher: {value}.</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Candidate or part of it</source>
   <translation>Kandidat oder ein Teil davon</translation>
  </message>
  <message>
   <source>Corrections</source>
   <translation>Korrekturen</translation>
  </message>
  <message>
   <source>Da&amp;y:</source>
   <translation>Ta&amp;g:</translation>
  </message>
  <message>
   <source>Entry</source>
   <translation>Eintrag</translation>
  </message>
  <message>
   <source>Entry {entry}, {time}, {who}: {what}.</source>
   <translation>Eintrag {entry}, {time}, {who}: {what}.</translation>
  </message>
  <message>
   <source>Everybody</source>
   <translation>Alle Personen</translation>
  </message>
  <message>
   <source>Finish, reopen</source>
   <translation>Abschließen, wieder öffnen</translation>
  </message>
  <message>
   <source>Notes</source>
   <translation>Notizen</translation>
  </message>
  <message>
   <source>P&amp;erson:</source>
   <translation>&amp;Person:</translation>
  </message>
  <message>
   <source>Person</source>
   <translation>Person</translation>
  </message>
  <message>
   <source>Reason</source>
   <translation>Grund</translation>
  </message>
  <message>
   <source>Reason: {reason}</source>
   <translation>Grund: {reason}</translation>
  </message>
  <message>
   <source>Runs and outcomes</source>
   <translation>Versuche und Ergebnisse</translation>
  </message>
  <message>
   <source>Select an entry to read all of it.</source>
   <translation>Wählen Sie einen Eintrag, um alles zu lesen.</translation>
  </message>
  <message>
   <source>Set-up, export, clock</source>
   <translation>Anlegen, Export, Uhr</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>Einstellungen</translation>
  </message>
  <message>
   <source>Show all</source>
   <translation>Alle zeigen</translation>
  </message>
  <message>
   <source>Stock</source>
   <translation>Verfügbarkeit</translation>
  </message>
  <message>
   <source>Suggestions</source>
   <translation>Vorschläge</translation>
  </message>
  <message>
   <source>Time</source>
   <translation>Zeit</translation>
  </message>
  <message>
   <source>What</source>
   <translation>Was</translation>
  </message>
  <message>
   <source>{count} of {all} entries</source>
   <translation>{count} von {all} Einträgen</translation>
  </message>
  <message>
   <source>{person} on {computer}</source>
   <translation>{person} an {computer}</translation>
  </message>
 </context>
 <context>
  <name>EntryControl</name>
  <message>
   <source>Not recorded. {why}</source>
   <translation>Nicht eingetragen. {why}</translation>
  </message>
  <message>
   <source>Run started, candidate {candidate}</source>
   <translation>Versuch begonnen, Kandidat {candidate}</translation>
  </message>
  <message>
   <source>Run {run} recorded, {outcome}, candidate {candidate}</source>
   <translation>Versuch {run} eingetragen, {outcome}, Kandidat {candidate}</translation>
  </message>
  <message>
   <source>Run {run} undone</source>
   <translation>Versuch {run} zurückgenommen</translation>
  </message>
  <message>
   <source>Undecided</source>
   <translation>Unklar</translation>
  </message>
  <message>
   <source>Void</source>
   <translation>Ungültig</translation>
  </message>
 </context>
 <context>
  <name>EntryLists</name>
  <message>
   <source>In progress</source>
   <translation>Laufend</translation>
  </message>
  <message>
   <source>In progress {count}</source>
   <translation>Laufend {count}</translation>
  </message>
  <message>
   <source>Last entries</source>
   <translation>Letzte Einträge</translation>
  </message>
  <message>
   <source>List</source>
   <translation>Liste</translation>
  </message>
 </context>
 <context>
  <name>EntryPanel</name>
  <message>
   <source>An earlier state is shown. Nothing can be recorded: press Esc to go back to now.</source>
   <translation>Es wird ein früherer Stand gezeigt. Eintragen ist nicht möglich: Esc führt zum heutigen Stand zurück.</translation>
  </message>
  <message>
   <source>Finish study…</source>
   <translation>Studie abschließen…</translation>
  </message>
  <message>
   <source>More</source>
   <translation>Mehr</translation>
  </message>
  <message>
   <source>Pictures and export work; nothing can be recorded here.</source>
   <translation>Bilder und Export sind möglich; eintragen lässt sich nichts.</translation>
  </message>
  <message>
   <source>Save a rescue copy…</source>
   <translation>Rettungskopie speichern…</translation>
  </message>
  <message>
   <source>Skip…</source>
   <translation>Überspringen…</translation>
  </message>
  <message>
   <source>Start</source>
   <translation>Beginnen</translation>
  </message>
  <message>
   <source>The run begins now, its outcome comes later (Ctrl+T).</source>
   <translation>Der Versuch beginnt jetzt, sein Ergebnis kommt später (Strg+T).</translation>
  </message>
  <message>
   <source>Void…</source>
   <translation>Ungültig…</translation>
  </message>
  <message>
   <source>{verdict}: see Decide.</source>
   <translation>{verdict}: siehe Entscheiden.</translation>
  </message>
 </context>
 <context>
  <name>EntryQuestions</name>
  <message>
   <source>Best candidate found</source>
   <translation>Bester Kandidat gefunden</translation>
  </message>
  <message>
   <source>Every candidate is tried</source>
   <translation>Jeder Kandidat ist ausprobiert</translation>
  </message>
  <message>
   <source>Finished by mistake</source>
   <translation>Versehentlich abgeschlossen</translation>
  </message>
  <message>
   <source>Given up</source>
   <translation>Aufgegeben</translation>
  </message>
  <message>
   <source>Instrument fault</source>
   <translation>Gerätefehler</translation>
  </message>
  <message>
   <source>More runs are possible</source>
   <translation>Weitere Versuche sind möglich</translation>
  </message>
  <message>
   <source>Not done</source>
   <translation>Nicht durchgeführt</translation>
  </message>
  <message>
   <source>Planned runs are done</source>
   <translation>Geplante Versuche sind durchgeführt</translation>
  </message>
  <message>
   <source>Reopen study</source>
   <translation>Studie wieder öffnen</translation>
  </message>
  <message>
   <source>Sample lost or spoilt</source>
   <translation>Probe verloren oder verdorben</translation>
  </message>
  <message>
   <source>Void run</source>
   <translation>Versuch ungültig</translation>
  </message>
  <message>
   <source>Why are there more runs to record?</source>
   <translation>Warum sind weitere Versuche einzutragen?</translation>
  </message>
  <message>
   <source>Why is the result of {candidate} of no use?</source>
   <translation>Warum ist das Ergebnis von {candidate} unbrauchbar?</translation>
  </message>
  <message>
   <source>Wrong conditions</source>
   <translation>Falsche Bedingungen</translation>
  </message>
  <message>
   <source>Wrong sample</source>
   <translation>Falsche Probe</translation>
  </message>
 </context>
 <context>
  <name>ExceptionHandler</name>
  <message>
   <source>&amp;Close kgdesk</source>
   <translation>kgdesk &amp;beenden</translation>
  </message>
  <message>
   <source>&amp;Restart kgdesk</source>
   <translation>kgdesk &amp;neu starten</translation>
  </message>
  <message>
   <source>&amp;Save a problem report…</source>
   <translation>Problembericht &amp;speichern…</translation>
  </message>
  <message>
   <source>kgdesk met a fault of its own and has to close.</source>
   <translation>In kgdesk ist eine Störung aufgetreten; das Programm muss beendet werden.</translation>
  </message>
 </context>
 <context>
  <name>ExploreTab</name>
  <message>
   <source>&amp;Best</source>
   <translation>Bes&amp;ter</translation>
  </message>
  <message>
   <source>({range}) expected success</source>
   <translation>({range}) Erfolgsaussicht</translation>
  </message>
  <message>
   <source>C&amp;ompare</source>
   <translation>Ver&amp;gleichen</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Expect {own}, which counts its own runs; the curve, {points} percentage points higher, is the trend for what was never run.</source>
   <translation>Erwarten Sie {own}, die eigenen Versuche eingerechnet; die Kurve, {points} Prozentpunkte höher, ist der Trend für das, was nie versucht wurde.</translation>
  </message>
  <message>
   <source>Expect {own}, which counts its own runs; the curve, {points} percentage points lower, is the trend for what was never run.</source>
   <translation>Erwarten Sie {own}, die eigenen Versuche eingerechnet; die Kurve, {points} Prozentpunkte tiefer, ist der Trend für das, was nie versucht wurde.</translation>
  </message>
  <message>
   <source>Explore</source>
   <translation>Erkunden</translation>
  </message>
  <message>
   <source>Go to the best so far</source>
   <translation>Zum bisher besten gehen</translation>
  </message>
  <message>
   <source>Go to the next candidate</source>
   <translation>Zum nächsten Kandidaten gehen</translation>
  </message>
  <message>
   <source>Ne&amp;xt</source>
   <translation>&amp;Nächster</translation>
  </message>
  <message>
   <source>Nearest candidate: {code}, which also differs in {names}.</source>
   <translation>Nächstgelegener Kandidat: {code}, auch anders in {names}.</translation>
  </message>
  <message>
   <source>Put this candidate on the card; nothing is recorded</source>
   <translation>Diesen Kandidaten auf die Karte setzen; nichts wird eingetragen</translation>
  </message>
  <message>
   <source>R&amp;un this</source>
   <translation>Diesen versu&amp;chen</translation>
  </message>
  <message>
   <source>about {value}</source>
   <translation>etwa {value}</translation>
  </message>
  <message>
   <source>between</source>
   <translation>dazwischen</translation>
  </message>
  <message>
   <source>nearest {code}</source>
   <translation>am nächsten {code}</translation>
  </message>
  <message>
   <source>never run</source>
   <translation>nie versucht</translation>
  </message>
  <message>
   <source>undecided</source>
   <translation>unklar</translation>
  </message>
  <message>
   <source>{count} of {total} succeeded</source>
   <translation>{count} von {total} gelungen</translation>
  </message>
  <message>
   <source>{names} and {last}</source>
   <translation>{names} und {last}</translation>
  </message>
  <message>
   <source>{name} about {value}</source>
   <translation>{name} etwa {value}</translation>
  </message>
 </context>
 <context>
  <name>ExportDialog</name>
  <message>
   <source>&amp;Browse…</source>
   <translation>D&amp;urchsuchen…</translation>
  </message>
  <message>
   <source>&amp;CSV: the runs, one line each, for any program</source>
   <translation>&amp;CSV: die Versuche, je eine Zeile, für jedes Programm</translation>
  </message>
  <message>
   <source>&amp;Excel: runs, candidates, audit and settings, a sheet each</source>
   <translation>&amp;Excel: Versuche, Kandidaten, Protokoll und Einstellungen, je ein Blatt</translation>
  </message>
  <message>
   <source>&amp;File</source>
   <translation>&amp;Datei</translation>
  </message>
  <message>
   <source>&amp;Save</source>
   <translation>&amp;Speichern</translation>
  </message>
  <message>
   <source>&amp;Whole study: an archive from which kgdesk restores it</source>
   <translation>&amp;Ganze Studie: ein Archiv, aus dem kgdesk sie wiederherstellt</translation>
  </message>
  <message>
   <source>Begins with:</source>
   <translation>Beginnt mit:</translation>
  </message>
  <message>
   <source>Contains every entry, each chained to the one before by a hash. Anyone who has the head of the chain can tell later whether an entry was replaced.</source>
   <translation>Enthält jeden Eintrag, jeder durch eine Prüfsumme mit dem davor verkettet. Wer den Kopf der Kette besitzt, kann später feststellen, ob ein Eintrag ersetzt wurde.</translation>
  </message>
  <message>
   <source>Export</source>
   <translation>Exportieren</translation>
  </message>
  <message>
   <source>Export to</source>
   <translation>Exportieren nach</translation>
  </message>
  <message>
   <source>File</source>
   <translation>Datei</translation>
  </message>
  <message>
   <source>Name the file first.</source>
   <translation>Geben Sie zuerst der Datei einen Namen.</translation>
  </message>
  <message>
   <source>Replace</source>
   <translation>Ersetzen</translation>
  </message>
  <message>
   <source>Save as {name}</source>
   <translation>Unter dem Namen {name} speichern</translation>
  </message>
  <message>
   <source>The first lines</source>
   <translation>Die ersten Zeilen</translation>
  </message>
  <message>
   <source>Waits for the expected successes of the candidates…</source>
   <translation>Wartet auf die Erfolgsaussichten der Kandidaten…</translation>
  </message>
  <message>
   <source>With the expected success of every candidate as it stands after the last run.</source>
   <translation>Mit der Erfolgsaussicht jedes Kandidaten nach dem letzten Versuch.</translation>
  </message>
  <message>
   <source>{name} is already there. Replace it?</source>
   <translation>{name} gibt es bereits. Ersetzen?</translation>
  </message>
 </context>
 <context>
  <name>FaceSwitch</name>
  <message>
   <source>Bench</source>
   <translation>Labor</translation>
  </message>
  <message>
   <source>Face of the window</source>
   <translation>Ansicht des Fensters</translation>
  </message>
  <message>
   <source>Study</source>
   <translation>Studie</translation>
  </message>
 </context>
 <context>
  <name>FileChoices</name>
  <message>
   <source>&amp;Browse…</source>
   <translation>D&amp;urchsuchen…</translation>
  </message>
  <message>
   <source>Columns of t&amp;he file</source>
   <translation>S&amp;palten der Datei</translation>
  </message>
  <message>
   <source>Fil&amp;e</source>
   <translation>Da&amp;tei</translation>
  </message>
  <message>
   <source>File of the worklist</source>
   <translation>Datei der Arbeitsliste</translation>
  </message>
  <message>
   <source>Na&amp;me of the plate</source>
   <translation>Na&amp;me der Platte</translation>
  </message>
  <message>
   <source>Name of the plate</source>
   <translation>Name der Platte</translation>
  </message>
  <message>
   <source>Worklist</source>
   <translation>Arbeitsliste</translation>
  </message>
  <message>
   <source>Worklists (*.csv *.xlsx)</source>
   <translation>Arbeitslisten (*.csv *.xlsx)</translation>
  </message>
  <message>
   <source>that of the file</source>
   <translation>der der Datei</translation>
  </message>
 </context>
 <context>
  <name>FilterBox</name>
  <message>
   <source>&amp;Done</source>
   <translation>&amp;Fertig</translation>
  </message>
  <message>
   <source>Column</source>
   <translation>Spalte</translation>
  </message>
  <message>
   <source>Filter candidates</source>
   <translation>Kandidaten filtern</translation>
  </message>
  <message>
   <source>Runs so far</source>
   <translation>Versuche bisher</translation>
  </message>
  <message>
   <source>has succeeded</source>
   <translation>schon gelungen</translation>
  </message>
  <message>
   <source>never run</source>
   <translation>nie versucht</translation>
  </message>
  <message>
   <source>run at least once</source>
   <translation>mindestens einmal versucht</translation>
  </message>
 </context>
 <context>
  <name>FilterChips</name>
  <message>
   <source>Filters</source>
   <translation>Filter</translation>
  </message>
  <message>
   <source>Take away: {filter}</source>
   <translation>Wegnehmen: {filter}</translation>
  </message>
 </context>
 <context>
  <name>Findings</name>
  <message>
   <source>1 blank cell</source>
   <translation>1 leere Zelle</translation>
  </message>
  <message>
   <source>1 outcome</source>
   <translation>1 Ergebnis</translation>
  </message>
  <message>
   <source>1 row</source>
   <translation>1 Zeile</translation>
  </message>
  <message>
   <source>1 row has no code</source>
   <translation>1 Zeile hat keinen Code</translation>
  </message>
  <message>
   <source>Attribute, logarithm</source>
   <translation>Merkmal, Logarithmus</translation>
  </message>
  <message>
   <source>Attribute, number</source>
   <translation>Merkmal, Zahl</translation>
  </message>
  <message>
   <source>Attribute, words</source>
   <translation>Merkmal, Wörter</translation>
  </message>
  <message>
   <source>Barcode</source>
   <translation>Barcode</translation>
  </message>
  <message>
   <source>Block (plate, lot)</source>
   <translation>Block (Platte, Charge)</translation>
  </message>
  <message>
   <source>Choose another use</source>
   <translation>Wählen Sie eine andere Verwendung</translation>
  </message>
  <message>
   <source>Choose success, failure or none below</source>
   <translation>Wählen Sie darunter Erfolg, Fehlschlag oder keines</translation>
  </message>
  <message>
   <source>Choose what it is used as</source>
   <translation>Wählen Sie die Verwendung</translation>
  </message>
  <message>
   <source>Code</source>
   <translation>Code</translation>
  </message>
  <message>
   <source>Codes look alike</source>
   <translation>Codes sehen gleich aus</translation>
  </message>
  <message>
   <source>Does it hold past outcomes?</source>
   <translation>Enthält sie frühere Ergebnisse?</translation>
  </message>
  <message>
   <source>Fill with the median</source>
   <translation>Mit dem Median füllen</translation>
  </message>
  <message>
   <source>Formulas without results: save the file in a spreadsheet program</source>
   <translation>Formeln ohne Ergebnis: Datei in einer Tabellenkalkulation speichern</translation>
  </message>
  <message>
   <source>Give each its own code</source>
   <translation>Jeder einen eigenen Code geben</translation>
  </message>
  <message>
   <source>Holds words, not numbers</source>
   <translation>Enthält Wörter, keine Zahlen</translation>
  </message>
  <message>
   <source>Ignore</source>
   <translation>Nicht verwenden</translation>
  </message>
  <message>
   <source>Keep the first row, leave {rows} out</source>
   <translation>Erste Zeile behalten, {rows} weglassen</translation>
  </message>
  <message>
   <source>Keep the last row, leave {rows} out</source>
   <translation>Letzte Zeile behalten, {rows} weglassen</translation>
  </message>
  <message>
   <source>Keep with the data</source>
   <translation>Mit den Daten aufbewahren</translation>
  </message>
  <message>
   <source>Leave {rows} out</source>
   <translation>{rows} weglassen</translation>
  </message>
  <message>
   <source>Left out</source>
   <translation>Weggelassen</translation>
  </message>
  <message>
   <source>Location</source>
   <translation>Lagerort</translation>
  </message>
  <message>
   <source>More than {most} different words, too many for outcomes</source>
   <translation>Mehr als {most} verschiedene Wörter, zu viele für Ergebnisse</translation>
  </message>
  <message>
   <source>Number of runs</source>
   <translation>Anzahl der Versuche</translation>
  </message>
  <message>
   <source>Number the rows instead</source>
   <translation>Stattdessen die Zeilen nummerieren</translation>
  </message>
  <message>
   <source>Of so many runs the outcome counts the successes</source>
   <translation>Von so vielen Versuchen zählt das Ergebnis die Erfolge</translation>
  </message>
  <message>
   <source>One answer is missing: {what} in {column}</source>
   <translation>Eine Antwort fehlt: {what} in {column}</translation>
  </message>
  <message>
   <source>Outcome so far</source>
   <translation>Bisheriges Ergebnis</translation>
  </message>
  <message>
   <source>Read by the scanner</source>
   <translation>Wird vom Scanner gelesen</translation>
  </message>
  <message>
   <source>Shown beside the code</source>
   <translation>Steht neben dem Code</translation>
  </message>
  <message>
   <source>Shown, not learnt from</source>
   <translation>Wird gezeigt, nicht gelernt</translation>
  </message>
  <message>
   <source>Take as blank</source>
   <translation>Als leer ansehen</translation>
  </message>
  <message>
   <source>Take blank as “none”</source>
   <translation>Leer heißt „none“</translation>
  </message>
  <message>
   <source>The same in every row, nothing to learn</source>
   <translation>In jeder Zeile gleich, nichts zu lernen</translation>
  </message>
  <message>
   <source>They are different candidates</source>
   <translation>Es sind verschiedene Kandidaten</translation>
  </message>
  <message>
   <source>Type the limit below</source>
   <translation>Geben Sie darunter die Grenze ein</translation>
  </message>
  <message>
   <source>Use the limit as number</source>
   <translation>Die Grenze als Zahl nehmen</translation>
  </message>
  <message>
   <source>What do {cells} mean?</source>
   <translation>Was bedeuten {cells}?</translation>
  </message>
  <message>
   <source>What does {cells} mean?</source>
   <translation>Was bedeutet {cells}?</translation>
  </message>
  <message>
   <source>What runs shared</source>
   <translation>Was Versuche gemeinsam hatten</translation>
  </message>
  <message>
   <source>{cells} is not a number</source>
   <translation>{cells} ist keine Zahl</translation>
  </message>
  <message>
   <source>{cells} occurs in more than one row</source>
   <translation>{cells} steht in mehr als einer Zeile</translation>
  </message>
  <message>
   <source>{cells}: 1 row repeats a code with other values</source>
   <translation>{cells}: 1 Zeile wiederholt einen Code mit anderen Werten</translation>
  </message>
  <message>
   <source>{cells}: a limit, not a number</source>
   <translation>{cells}: eine Grenze, keine Zahl</translation>
  </message>
  <message>
   <source>{cells}: {count} cells are not numbers</source>
   <translation>{cells}: {count} Zellen sind keine Zahlen</translation>
  </message>
  <message>
   <source>{cells}: {count} limits, not numbers</source>
   <translation>{cells}: {count} Grenzen, keine Zahlen</translation>
  </message>
  <message>
   <source>{cells}: {count} rows repeat a code with other values</source>
   <translation>{cells}: {count} Zeilen wiederholen einen Code mit anderen Werten</translation>
  </message>
  <message>
   <source>{count} answers are missing, first in {column}</source>
   <translation>{count} Antworten fehlen, die erste in {column}</translation>
  </message>
  <message>
   <source>{count} blank cells</source>
   <translation>{count} leere Zellen</translation>
  </message>
  <message>
   <source>{count} codes, all different</source>
   <translation>{count} Codes, alle verschieden</translation>
  </message>
  <message>
   <source>{count} different numbers</source>
   <translation>{count} verschiedene Zahlen</translation>
  </message>
  <message>
   <source>{count} different numbers, unit from line {line}</source>
   <translation>{count} verschiedene Zahlen, Einheit aus Zeile {line}</translation>
  </message>
  <message>
   <source>{count} different words</source>
   <translation>{count} verschiedene Wörter</translation>
  </message>
  <message>
   <source>{count} different words, too many to learn from</source>
   <translation>{count} verschiedene Wörter, zu viele zum Lernen</translation>
  </message>
  <message>
   <source>{count} rows</source>
   <translation>{count} Zeilen</translation>
  </message>
  <message>
   <source>{count} rows have no code</source>
   <translation>{count} Zeilen haben keinen Code</translation>
  </message>
  <message>
   <source>{count} values: which are successes?</source>
   <translation>{count} Werte: welche sind Erfolge?</translation>
  </message>
  <message>
   <source>{outcomes} outcomes</source>
   <translation>{outcomes} Ergebnisse</translation>
  </message>
  <message>
   <source>“{text}”</source>
   <translation>„{text}“</translation>
  </message>
 </context>
 <context>
  <name>FinishDialog</name>
  <message>
   <source>&amp;Why are you finishing the study?</source>
   <translation>&amp;Warum schließen Sie die Studie ab?</translation>
  </message>
  <message>
   <source>Finish study</source>
   <translation>Studie abschließen</translation>
  </message>
  <message>
   <source>Finish with {candidate}</source>
   <translation>Mit {candidate} abschließen</translation>
  </message>
  <message>
   <source>Finish without a choice</source>
   <translation>Ohne Wahl abschließen</translation>
  </message>
  <message>
   <source>Which candidate do you choose?</source>
   <translation>Welchen Kandidaten wählen Sie?</translation>
  </message>
  <message>
   <source>{candidate} was never run.</source>
   <translation>{candidate} wurde nie ausgeführt.</translation>
  </message>
 </context>
 <context>
  <name>FinishedCard</name>
  <message>
   <source>Expected success {probability} ({level} range {range})</source>
   <translation>Erfolgsaussicht {probability} ({level}-Bereich {range})</translation>
  </message>
  <message>
   <source>Finished by {who} on {date} with {running}: {reason}</source>
   <translation>Abgeschlossen von {who} am {date}, dabei noch {running}: {reason}</translation>
  </message>
  <message>
   <source>Finished by {who} on {date}: {reason}</source>
   <translation>Abgeschlossen von {who} am {date}: {reason}</translation>
  </message>
  <message>
   <source>Reopen…</source>
   <translation>Wieder öffnen…</translation>
  </message>
  <message>
   <source>Study finished, no candidate chosen. The best candidate</source>
   <translation>Studie abgeschlossen, kein Kandidat gewählt. Der beste Kandidat</translation>
  </message>
  <message>
   <source>Study finished: the best candidate</source>
   <translation>Studie abgeschlossen: der beste Kandidat</translation>
  </message>
  <message>
   <source>Study finished: the chosen candidate</source>
   <translation>Studie abgeschlossen: der gewählte Kandidat</translation>
  </message>
  <message>
   <source>⚠ It was never run: this is concluded from the other candidates alone.</source>
   <translation>⚠ Er wurde nie versucht: Das ist allein aus den anderen Kandidaten geschlossen.</translation>
  </message>
 </context>
 <context>
  <name>Head</name>
  <message>
   <source>1 void is not counted</source>
   <translation>1 ungültiger Versuch zählt nicht mit</translation>
  </message>
  <message>
   <source>Runs done</source>
   <translation>Fertige Versuche</translation>
  </message>
  <message>
   <source>{count} voids are not counted</source>
   <translation>{count} ungültige Versuche zählen nicht mit</translation>
  </message>
  <message>
   <source>{done} of {budget} done, {count} in progress or void</source>
   <translation>{done} von {budget} fertig, {count} laufend/ungültig</translation>
  </message>
  <message>
   <source>{done} of {budget} runs done</source>
   <translation>{done} von {budget} Versuchen fertig</translation>
  </message>
  <message>
   <source>{done} of {budget} runs done, {count} in progress</source>
   <translation>{done} von {budget} Versuchen fertig, {count} laufend</translation>
  </message>
  <message>
   <source>{done} of {budget} runs done, {count} void</source>
   <translation>{done} von {budget} Versuchen fertig, {count} ungültig</translation>
  </message>
 </context>
 <context>
  <name>Help</name>
  <message>
   <source>&amp;First steps</source>
   <translation>&amp;Erste Schritte</translation>
  </message>
  <message>
   <source>&amp;Help</source>
   <translation>&amp;Hilfe</translation>
  </message>
  <message>
   <source>&amp;Words</source>
   <translation>&amp;Wörter</translation>
  </message>
 </context>
 <context>
  <name>HelpWindow</name>
  <message>
   <source>&amp;Contents</source>
   <translation>&amp;Inhalt</translation>
  </message>
  <message>
   <source>&amp;Find</source>
   <translation>&amp;Suchen</translation>
  </message>
  <message>
   <source>&amp;Open in browser</source>
   <translation>Im &amp;Browser öffnen</translation>
  </message>
  <message>
   <source>C&amp;lose</source>
   <translation>S&amp;chließen</translation>
  </message>
  <message>
   <source>Copy a&amp;ddress</source>
   <translation>&amp;Adresse kopieren</translation>
  </message>
  <message>
   <source>Find</source>
   <translation>Suchen</translation>
  </message>
  <message>
   <source>For&amp;ward ›</source>
   <translation>&amp;Vorwärts ›</translation>
  </message>
  <message>
   <source>Help</source>
   <translation>Hilfe</translation>
  </message>
  <message>
   <source>Nothing found. Try another word, or a part of one.</source>
   <translation>Nichts gefunden. Versuchen Sie ein anderes Wort oder einen Teil davon.</translation>
  </message>
  <message>
   <source>Pages</source>
   <translation>Seiten</translation>
  </message>
  <message>
   <source>This leads out of kgdesk, into the internet: {address}</source>
   <translation>Das führt aus kgdesk hinaus ins Internet: {address}</translation>
  </message>
  <message>
   <source>Words in the manual</source>
   <translation>Wörter im Handbuch</translation>
  </message>
  <message>
   <source>‹ &amp;Back</source>
   <translation>‹ &amp;Zurück</translation>
  </message>
 </context>
 <context>
  <name>HistoryBanner</name>
  <message>
   <source>Back to now</source>
   <translation>Zurück zu jetzt</translation>
  </message>
  <message>
   <source>Esc</source>
   <translation>Esc</translation>
  </message>
  <message>
   <source>It is being worked out…</source>
   <translation>Es wird berechnet…</translation>
  </message>
  <message>
   <source>Nothing can be recorded until you are back.</source>
   <translation>Bis zur Rückkehr kann nichts eingetragen werden.</translation>
  </message>
  <message>
   <source>One run earlier</source>
   <translation>Einen Versuch früher</translation>
  </message>
  <message>
   <source>One run later</source>
   <translation>Einen Versuch später</translation>
  </message>
  <message>
   <source>State after run {run}, of {last}.</source>
   <translation>Stand nach Versuch {run}, von {last}.</translation>
  </message>
  <message>
   <source>State before the first run.</source>
   <translation>Stand vor dem ersten Versuch.</translation>
  </message>
 </context>
 <context>
  <name>HomeWindow</name>
  <message>
   <source>&amp;Change…</source>
   <translation>Än&amp;dern…</translation>
  </message>
  <message>
   <source>&amp;Help</source>
   <translation>&amp;Hilfe</translation>
  </message>
  <message>
   <source>&amp;New study…</source>
   <translation>&amp;Neue Studie…</translation>
  </message>
  <message>
   <source>&amp;New…</source>
   <translation>&amp;Neu…</translation>
  </message>
  <message>
   <source>&amp;Open…</source>
   <translation>Ö&amp;ffnen…</translation>
  </message>
  <message>
   <source>&amp;Quit</source>
   <translation>Been&amp;den</translation>
  </message>
  <message>
   <source>&amp;Settings…</source>
   <translation>E&amp;instellungen…</translation>
  </message>
  <message>
   <source>&amp;Study</source>
   <translation>&amp;Studie</translation>
  </message>
  <message>
   <source>&amp;Try the sample study</source>
   <translation>&amp;Beispielstudie ausprobieren</translation>
  </message>
  <message>
   <source>A study file ({key})</source>
   <translation>Eine Studiendatei ({key})</translation>
  </message>
  <message>
   <source>Change the folder of projects</source>
   <translation>Ordner der Projekte ändern</translation>
  </message>
  <message>
   <source>Drop a table (CSV or Excel) here to start a study, or a study to open it</source>
   <translation>Legen Sie hier eine Tabelle (CSV oder Excel) ab, um eine Studie anzulegen, oder eine Studie, um sie zu öffnen</translation>
  </message>
  <message>
   <source>Find a study</source>
   <translation>Studie suchen</translation>
  </message>
  <message>
   <source>Folder of your projects</source>
   <translation>Ordner Ihrer Projekte</translation>
  </message>
  <message>
   <source>Folder: {folder}</source>
   <translation>Ordner: {folder}</translation>
  </message>
  <message>
   <source>From a table of candidates ({key})</source>
   <translation>Aus einer Tabelle von Kandidaten ({key})</translation>
  </message>
  <message>
   <source>Name of the project</source>
   <translation>Name des Projekts</translation>
  </message>
  <message>
   <source>New &amp;project…</source>
   <translation>Neues &amp;Projekt…</translation>
  </message>
  <message>
   <source>New from clip&amp;board</source>
   <translation>Neu aus der Z&amp;wischenablage</translation>
  </message>
  <message>
   <source>New project</source>
   <translation>Neues Projekt</translation>
  </message>
  <message>
   <source>Open a study</source>
   <translation>Studie öffnen</translation>
  </message>
  <message>
   <source>Open from a ser&amp;ver…</source>
   <translation>V&amp;on einem Server öffnen…</translation>
  </message>
  <message>
   <source>Place to drop a file</source>
   <translation>Ablagefläche für eine Datei</translation>
  </message>
  <message>
   <source>Save a &amp;problem report…</source>
   <translation>Problembericht &amp;speichern…</translation>
  </message>
  <message>
   <source>Studies</source>
   <translation>Studien</translation>
  </message>
  <message>
   <source>Studies (*.kgstudy)</source>
   <translation>Studien (*.kgstudy)</translation>
  </message>
  <message>
   <source>Studies (*.kgstudy);;All files (*)</source>
   <translation>Studien (*.kgstudy);;Alle Dateien (*)</translation>
  </message>
  <message>
   <source>Where is {name}?</source>
   <translation>Wo ist {name}?</translation>
  </message>
 </context>
 <context>
  <name>KeptColumnDialog</name>
  <message>
   <source>&amp;Reason:</source>
   <translation>&amp;Grund:</translation>
  </message>
  <message>
   <source>The change is signed with your name and the time. The log keeps it, and the value before.</source>
   <translation>Die Änderung trägt Ihren Namen und die Zeit. Das Protokoll behält sie und was vorher galt.</translation>
  </message>
  <message>
   <source>The table of this study keeps no column beside the attributes: what is kept with the data is chosen when a study is made.</source>
   <translation>Die Tabelle dieser Studie hat neben den Merkmalen keine Spalte: Was mit den Daten aufbewahrt wird, wird beim Anlegen einer Studie gewählt.</translation>
  </message>
  <message>
   <source>This is how it is now.</source>
   <translation>So ist es jetzt.</translation>
  </message>
 </context>
 <context>
  <name>KnowledgeFields</name>
  <message>
   <source>&amp;Learn from an earlier study</source>
   <translation>&amp;Bekanntes aus früherer Studie</translation>
  </message>
  <message>
   <source>By how much the log-odds change from the smallest to the largest value, give or take a standard deviation: 1 makes an even chance 73 %, 2 makes it 88 %.</source>
   <translation>Um wie viel sich die Log-Odds vom kleinsten zum größten Wert ändern, plus oder minus eine Standardabweichung: 1 macht aus einer Aussicht von 50 % eine von 73 %, 2 eine von 88 %.</translation>
  </message>
  <message>
   <source>Choose…</source>
   <translation>Wählen …</translation>
  </message>
  <message>
   <source>E&amp;xpected effects</source>
   <translation>Erwartete Wir&amp;kungen</translation>
  </message>
  <message>
   <source>Earlier study</source>
   <translation>Frühere Studie</translation>
  </message>
  <message>
   <source>Earlier study to learn from</source>
   <translation>Frühere Studie, aus der gelernt wird</translation>
  </message>
  <message>
   <source>Expected effects</source>
   <translation>Erwartete Wirkungen</translation>
  </message>
  <message>
   <source>Studies and archives (*.kgstudy *.zip)</source>
   <translation>Studien und Archive (*.kgstudy *.zip)</translation>
  </message>
  <message>
   <source>not required; a study, its archive, or its address</source>
   <translation>nicht nötig; eine Studie, ihr Archiv oder ihre Adresse</translation>
  </message>
  <message>
   <source>not required; for instance: Time=1+-0.5; Solvent=DMF=-1+-1</source>
   <translation>nicht nötig; zum Beispiel: Zeit=1+-0,5; Solvens=DMF=-1+-1</translation>
  </message>
 </context>
 <context>
  <name>Lab</name>
  <message>
   <source>&amp;Back in stock…</source>
   <translation>W&amp;ieder verfügbar…</translation>
  </message>
  <message>
   <source>&amp;File:</source>
   <translation>&amp;Datei:</translation>
  </message>
  <message>
   <source>&amp;Note…</source>
   <translation>&amp;Notiz…</translation>
  </message>
  <message>
   <source>&amp;Plate:</source>
   <translation>&amp;Platte:</translation>
  </message>
  <message>
   <source>&amp;Print…</source>
   <translation>&amp;Drucken…</translation>
  </message>
  <message>
   <source>&amp;Start, outcome later</source>
   <translation>&amp;Starten, Ergebnis später</translation>
  </message>
  <message>
   <source>&amp;Worklist…</source>
   <translation>Arbeitsliste &amp;für Platte…</translation>
  </message>
  <message>
   <source>Back in stock</source>
   <translation>Wieder verfügbar</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Instrument fault</source>
   <translation>Gerätefehler</translation>
  </message>
  <message>
   <source>New batch</source>
   <translation>Neue Charge</translation>
  </message>
  <message>
   <source>Not delivered</source>
   <translation>Nicht geliefert</translation>
  </message>
  <message>
   <source>Outcome with &amp;details…</source>
   <translation>Ergebnis mit Ein&amp;zelheiten…</translation>
  </message>
  <message>
   <source>Plate lost or spoilt</source>
   <translation>Platte verloren oder verdorben</translation>
  </message>
  <message>
   <source>Print &amp;labels…</source>
   <translation>Etike&amp;tten drucken…</translation>
  </message>
  <message>
   <source>Read again</source>
   <translation>Noch einmal abgelesen</translation>
  </message>
  <message>
   <source>Record all as void</source>
   <translation>Alle als ungültig eintragen</translation>
  </message>
  <message>
   <source>Results from a &amp;file…</source>
   <translation>Ergebnisse aus einer D&amp;atei…</translation>
  </message>
  <message>
   <source>Results from a file</source>
   <translation>Ergebnisse aus einer Datei</translation>
  </message>
  <message>
   <source>S&amp;kip…</source>
   <translation>Übers&amp;pringen…</translation>
  </message>
  <message>
   <source>Save a rescue copy</source>
   <translation>Rettungskopie speichern</translation>
  </message>
  <message>
   <source>Saved {name} with every recorded run. The run that waits is not in it.</source>
   <translation>{name} mit jedem eingetragenen Versuch gespeichert. Der wartende Versuch ist nicht darin.</translation>
  </message>
  <message>
   <source>Spoilt</source>
   <translation>Verdorben</translation>
  </message>
  <message>
   <source>Su&amp;ggest several…</source>
   <translation>&amp;Mehrere vorschlagen…</translation>
  </message>
  <message>
   <source>Tables (*.csv *.xlsx *.tsv *.txt)</source>
   <translation>Tabellen (*.csv *.xlsx *.tsv *.txt)</translation>
  </message>
  <message>
   <source>Take o&amp;ut of stock…</source>
   <translation>Nicht &amp;verfügbar…</translation>
  </message>
  <message>
   <source>Take out of stock</source>
   <translation>Nicht verfügbar</translation>
  </message>
  <message>
   <source>Taken out by mistake</source>
   <translation>Versehentlich herausgenommen</translation>
  </message>
  <message>
   <source>Undo a f&amp;ile…</source>
   <translation>Eine Datei &amp;zurücknehmen…</translation>
  </message>
  <message>
   <source>Undo a file</source>
   <translation>Eine Datei zurücknehmen</translation>
  </message>
  <message>
   <source>Undo all</source>
   <translation>Alle zurücknehmen</translation>
  </message>
  <message>
   <source>Unsafe</source>
   <translation>Gefährlich</translation>
  </message>
  <message>
   <source>Used up</source>
   <translation>Aufgebraucht</translation>
  </message>
  <message>
   <source>Void t&amp;he rest of a plate…</source>
   <translation>Rest einer Platte f&amp;ür ungültig erklären…</translation>
  </message>
  <message>
   <source>Void the rest of a plate</source>
   <translation>Rest einer Platte für ungültig erklären</translation>
  </message>
  <message>
   <source>Whole study (*.zip)</source>
   <translation>Ganze Studie (*.zip)</translation>
  </message>
  <message>
   <source>Why are the {count} outcomes of {file} undone? Runs that it closed are in progress again.</source>
   <translation>Warum werden die {count} Ergebnisse aus {file} zurückgenommen? Versuche, die sie abgeschlossen hat, laufen dann wieder.</translation>
  </message>
  <message>
   <source>Why are the {count} runs of {name} that are still in progress of no use? All are recorded as void.</source>
   <translation>Warum sind die {count} Versuche von {name}, die noch laufen, nicht zu gebrauchen? Alle werden als ungültig eingetragen.</translation>
  </message>
  <message>
   <source>Why is {what} available again?</source>
   <translation>Warum gibt es {what} wieder?</translation>
  </message>
  <message>
   <source>Why is {what} not available? It is neither suggested nor chosen.</source>
   <translation>Warum gibt es {what} nicht? Es wird weder vorgeschlagen noch gewählt.</translation>
  </message>
  <message>
   <source>Write a worklist once &amp;more…</source>
   <translation>Arbeitsliste n&amp;och einmal schreiben…</translation>
  </message>
  <message>
   <source>Wrong file</source>
   <translation>Falsche Datei</translation>
  </message>
  <message>
   <source>Wrong plate</source>
   <translation>Falsche Platte</translation>
  </message>
  <message>
   <source>{count} candidates</source>
   <translation>{count} Kandidaten</translation>
  </message>
  <message>
   <source>{file}, {time}: outcomes: {count}</source>
   <translation>{file}, {time}: Ergebnisse: {count}</translation>
  </message>
  <message>
   <source>{name}: {count} in progress</source>
   <translation>{name}: {count} laufen noch</translation>
  </message>
 </context>
 <context>
  <name>LabelsDialog</name>
  <message>
   <source>&amp;Every candidate: {count}</source>
   <translation>&amp;Jeder Kandidat: {count}</translation>
  </message>
  <message>
   <source>&amp;Label sheets</source>
   <translation>&amp;Etikettenbogen</translation>
  </message>
  <message>
   <source>Each label has the name in words and as a QR code: the field under the card reads it.</source>
   <translation>Jedes Etikett trägt den Namen in Worten und als QR-Code: das Feld unter der Karte liest ihn.</translation>
  </message>
  <message>
   <source>Labels &amp;gone from the first sheet</source>
   <translation>&amp;Fehlende Etiketten auf dem ersten Bogen</translation>
  </message>
  <message>
   <source>Print labels</source>
   <translation>Etiketten drucken</translation>
  </message>
  <message>
   <source>The &amp;chosen candidate: {code}</source>
   <translation>Der &amp;gewählte Kandidat: {code}</translation>
  </message>
  <message>
   <source>The &amp;runs in progress and the next experiments</source>
   <translation>Die &amp;laufenden und die nächsten Versuche</translation>
  </message>
  <message>
   <source>US letter</source>
   <translation>US Letter</translation>
  </message>
  <message>
   <source>labels</source>
   <translation>Etiketten</translation>
  </message>
  <message>
   <source>{size} mm, {count} on {paper}</source>
   <translation>{size} mm, {count} auf {paper}</translation>
  </message>
 </context>
 <context>
  <name>LastEntries</name>
  <message>
   <source>By</source>
   <translation>Von</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Last entries</source>
   <translation>Letzte Einträge</translation>
  </message>
  <message>
   <source>Outcome</source>
   <translation>Ergebnis</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Versuch</translation>
  </message>
  <message>
   <source>Undone</source>
   <translation>Zurückgenommen</translation>
  </message>
  <message>
   <source>corrected: {reason}</source>
   <translation>korrigiert: {reason}</translation>
  </message>
  <message>
   <source>recorded</source>
   <translation>eingetragen</translation>
  </message>
 </context>
 <context>
  <name>LeftOutDialog</name>
  <message>
   <source>&amp;Close</source>
   <translation>&amp;Schließen</translation>
  </message>
  <message>
   <source>Line {line} ({candidate}): {reason}</source>
   <translation>Zeile {line} ({candidate}): {reason}</translation>
  </message>
  <message>
   <source>Row {line} ({candidate}): {reason}</source>
   <translation>Zeile {line} ({candidate}): {reason}</translation>
  </message>
  <message>
   <source>Rows left out</source>
   <translation>Ausgelassene Zeilen</translation>
  </message>
  <message>
   <source>Rows left out and what was noticed</source>
   <translation>Ausgelassene Zeilen und was auffiel</translation>
  </message>
  <message>
   <source>… and {count} more.</source>
   <translation>… und {count} weitere.</translation>
  </message>
 </context>
 <context>
  <name>LevelsDialog</name>
  <message>
   <source>&amp;Use these candidates</source>
   <translation>Diese Kandidaten &amp;verwenden</translation>
  </message>
  <message>
   <source>Candidates from levels</source>
   <translation>Kandidaten aus Stufen</translation>
  </message>
  <message>
   <source>Factors and their levels</source>
   <translation>Faktoren und ihre Stufen</translation>
  </message>
  <message>
   <source>One factor a line: its name, an equals sign and its levels.</source>
   <translation>Ein Faktor je Zeile: sein Name, ein Gleichheitszeichen und seine Stufen.</translation>
  </message>
  <message>
   <source>Temperature (°C) = 20, 40, 60
Solvent = DMF, THF, toluene, water</source>
   <translation>Temperatur (°C) = 20; 40; 60
Lösungsmittel = DMF; THF; Toluol; Wasser</translation>
  </message>
  <message>
   <source>{count} candidates.</source>
   <translation>{count} Kandidaten.</translation>
  </message>
 </context>
 <context>
  <name>LimitRows</name>
  <message>
   <source>Add a &amp;limit</source>
   <translation>&amp;Grenze hinzufügen</translation>
  </message>
 </context>
 <context>
  <name>ListFiller</name>
  <message>
   <source>The server could not be reached.</source>
   <translation>Der Server war nicht zu erreichen.</translation>
  </message>
 </context>
 <context>
  <name>LocationDialog</name>
  <message>
   <source>Another column was meant</source>
   <translation>Gemeint war eine andere Spalte</translation>
  </message>
  <message>
   <source>Change location   Ctrl+Enter</source>
   <translation>Lagerort ändern   Strg+Eingabe</translation>
  </message>
  <message>
   <source>Colu&amp;mn with the places:</source>
   <translation>S&amp;palte mit den Orten:</translation>
  </message>
  <message>
   <source>Every cell of this column is blank: no sample has a place there.</source>
   <translation>Jede Zelle dieser Spalte ist leer: Keine Probe hat dort einen Ort.</translation>
  </message>
  <message>
   <source>Every column that is kept with the candidates is shown, with its heading.</source>
   <translation>Jede Spalte, die mit den Kandidaten aufbewahrt wird, wird mit ihrer Überschrift gezeigt.</translation>
  </message>
  <message>
   <source>For instance {candidate} is shown with “{heading}: {place}”.</source>
   <translation>Zum Beispiel steht bei {candidate} dann „{heading}: {place}“.</translation>
  </message>
  <message>
   <source>It was not named when the study was made</source>
   <translation>Er wurde beim Anlegen der Studie nicht genannt</translation>
  </message>
  <message>
   <source>Location of the samples</source>
   <translation>Lagerort der Proben</translation>
  </message>
  <message>
   <source>None: show every column that is kept</source>
   <translation>Keine: jede aufbewahrte Spalte zeigen</translation>
  </message>
  <message>
   <source>The samples were moved</source>
   <translation>Die Proben wurden umgelagert</translation>
  </message>
  <message>
   <source>Which column of the table says where a sample lies? It is shown, with its heading, wherever somebody fetches a candidate: on the card, in the runs in progress, on run sheets, labels and in the report.</source>
   <translation>Welche Spalte der Tabelle sagt, wo eine Probe liegt? Sie steht mit ihrer Überschrift überall, wo ein Kandidat jemandem genannt wird, der ihn holt: auf der Karte, in den laufenden Versuchen, auf Versuchsblättern und Etiketten und im Bericht.</translation>
  </message>
  <message>
   <source>{filled} of {count} candidates have a place; the others are shown without one.</source>
   <translation>{filled} von {count} Kandidaten haben einen Ort; die übrigen werden ohne Ort gezeigt.</translation>
  </message>
 </context>
 <context>
  <name>MainWindow</name>
  <message>
   <source> (as of run {run})</source>
   <translation> (Stand nach Versuch {run})</translation>
  </message>
  <message>
   <source> (read-only)</source>
   <translation> (nur lesen)</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
 </context>
 <context>
  <name>ManualReader</name>
  <message>
   <source>Page of the manual</source>
   <translation>Seite des Handbuchs</translation>
  </message>
 </context>
 <context>
  <name>MapCard</name>
  <message>
   <source>, value of testing {points}</source>
   <translation>, Wert eines Versuchs {points}</translation>
  </message>
  <message>
   <source>A map needs two attributes that are numbers and differ between candidates.</source>
   <translation>Eine Karte braucht zwei Merkmale, die Zahlen sind und sich zwischen den Kandidaten unterscheiden.</translation>
  </message>
  <message>
   <source>Attribute across</source>
   <translation>Merkmal waagerecht</translation>
  </message>
  <message>
   <source>Attribute upwards</source>
   <translation>Merkmal senkrecht</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>Expected success {estimate} ({level} range {range})</source>
   <translation>Erfolgsaussicht {estimate} ({level}-Bereich {range})</translation>
  </message>
  <message>
   <source>Highest at {x} and {y}: {best}</source>
   <translation>Am höchsten bei {x} und {y}: {best}</translation>
  </message>
  <message>
   <source>Map</source>
   <translation>Karte</translation>
  </message>
  <message>
   <source>Nearest: {code}</source>
   <translation>Am nächsten: {code}</translation>
  </message>
  <message>
   <source>Other attributes as chosen above</source>
   <translation>Andere Merkmale wie oben gewählt</translation>
  </message>
  <message>
   <source>Other attributes as in {code}</source>
   <translation>Andere Merkmale wie bei {code}</translation>
  </message>
  <message>
   <source>Range width</source>
   <translation>Breite des Bereichs</translation>
  </message>
  <message>
   <source>The bluer the ground, the likelier a success; the lines join places of equal expected success. Two attributes vary, the others are held. A square is the next candidate, a ring the best so far; dots and crosses are the recorded runs. Where the other attributes are not those that are held, runs are small and hollow, square and ring dashed. Runs at one place, or under square or ring, are moved apart. “Range width” shows how unsure the prediction is; “Value of testing” colours the candidates, since only they can be run. A click goes to the nearest candidate.</source>
   <translation>Je blauer der Grund, desto wahrscheinlicher ein Erfolg; die Linien verbinden Orte gleicher Erfolgsaussicht. Zwei Merkmale ändern sich, die anderen sind festgehalten. Ein Quadrat ist der nächste Kandidat, ein Ring der bisher beste; Punkte und Kreuze sind die eingetragenen Versuche. Wo die anderen Merkmale nicht die festgehaltenen sind, sind Versuche klein und hohl, Quadrat und Ring gestrichelt. Versuche am selben Ort oder unter Quadrat oder Ring sind auseinandergerückt. „Breite des Bereichs“ zeigt, wie unsicher die Vorhersage ist; „Wert eines Versuchs“ färbt die Kandidaten, da nur sie versucht werden können. Ein Klick führt zum nächstgelegenen Kandidaten.</translation>
  </message>
  <message>
   <source>Value of testing</source>
   <translation>Wert eines Versuchs</translation>
  </message>
  <message>
   <source>Where in the plane of two attributes is success likely?</source>
   <translation>Wo in der Ebene zweier Merkmale ist Erfolg wahrscheinlich?</translation>
  </message>
  <message>
   <source>Widest at {x} and {y}: {range}</source>
   <translation>Am breitesten bei {x} und {y}: {range}</translation>
  </message>
  <message>
   <source>best</source>
   <translation>bester</translation>
  </message>
  <message>
   <source>by</source>
   <translation>über</translation>
  </message>
  <message>
   <source>filled: other attributes as here</source>
   <translation>gefüllt: andere Merkmale wie hier</translation>
  </message>
  <message>
   <source>hollow or dashed: other attributes differ</source>
   <translation>hohl oder gestrichelt: andere Merkmale weichen ab</translation>
  </message>
  <message>
   <source>moved apart: runs at one place, or under next or best</source>
   <translation>auseinandergerückt: Versuche am selben Ort oder unter einem Zeichen</translation>
  </message>
  <message>
   <source>next</source>
   <translation>nächster</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>{code} gains most in one run: {points} points</source>
   <translation>{code} bringt mit einem Versuch am meisten: {points} Punkte</translation>
  </message>
  <message>
   <source>{level} range from</source>
   <translation>{level}-Bereich von</translation>
  </message>
  <message>
   <source>{name}, log scale</source>
   <translation>{name}, logarithmisch</translation>
  </message>
 </context>
 <context>
  <name>MeasuredCard</name>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Do larger predictions go with larger values?</source>
   <translation>Gehen größere Vorhersagen mit größeren Werten einher?</translation>
  </message>
  <message>
   <source>Each dot is a run: to the right what was predicted before it, upwards what it measured. The dashed line is the threshold. Where dots rise or fall from left to right, the model has found what moves the value.</source>
   <translation>Jeder Punkt ist ein Versuch: nach rechts, was vor ihm vorausgesagt war, nach oben, was er gemessen hat. Die gestrichelte Linie ist die Schwelle. Wo die Punkte von links nach rechts steigen oder fallen, hat das Modell gefunden, was den Wert bewegt.</translation>
  </message>
  <message>
   <source>Measured</source>
   <translation>Gemessen</translation>
  </message>
  <message>
   <source>No run with a measured value and a prediction yet.</source>
   <translation>Noch kein Versuch mit Messwert und Vorhersage.</translation>
  </message>
  <message>
   <source>Predicted</source>
   <translation>Vorhersage</translation>
  </message>
  <message>
   <source>Predicted success</source>
   <translation>Vorhergesagter Erfolg</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Versuch</translation>
  </message>
  <message>
   <source>Run {run}, {candidate}: predicted {predicted}, measured {value}</source>
   <translation>Versuch {run}, {candidate}: vorausgesagt {predicted}, gemessen {value}</translation>
  </message>
  <message>
   <source>Runs predicted with {half} or more measured {likely} on average, the others {others}.</source>
   <translation>Versuche, die mit {half} oder mehr vorausgesagt waren, maßen im Mittel {likely}, die anderen {others}.</translation>
  </message>
  <message>
   <source>dashed: threshold {value}</source>
   <translation>gestrichelt: Schwelle {value}</translation>
  </message>
  <message>
   <source>dot: a run</source>
   <translation>Punkt: ein Versuch</translation>
  </message>
  <message>
   <source>triangle: a limit, beyond which the value lies</source>
   <translation>Dreieck: eine Grenze, jenseits derer der Wert liegt</translation>
  </message>
  <message>
   <source>{count} runs with a value.</source>
   <translation>{count} Versuche mit einem Wert.</translation>
  </message>
 </context>
 <context>
  <name>Menus</name>
  <message>
   <source>&amp;About</source>
   <translation>Ü&amp;ber kgdesk</translation>
  </message>
  <message>
   <source>&amp;All attributes of the candidate…</source>
   <translation>Alle &amp;Merkmale des Kandidaten…</translation>
  </message>
  <message>
   <source>&amp;Another candidate…</source>
   <translation>Anderer &amp;Kandidat…</translation>
  </message>
  <message>
   <source>&amp;Bench or Study</source>
   <translation>&amp;Labor oder Studie</translation>
  </message>
  <message>
   <source>&amp;Check this installation…</source>
   <translation>Installation &amp;prüfen…</translation>
  </message>
  <message>
   <source>&amp;Correct…</source>
   <translation>&amp;Korrigieren…</translation>
  </message>
  <message>
   <source>&amp;Dark</source>
   <translation>&amp;Dunkel</translation>
  </message>
  <message>
   <source>&amp;Edit</source>
   <translation>&amp;Bearbeiten</translation>
  </message>
  <message>
   <source>&amp;Find…</source>
   <translation>&amp;Suchen…</translation>
  </message>
  <message>
   <source>&amp;Full screen</source>
   <translation>Voll&amp;bild</translation>
  </message>
  <message>
   <source>&amp;Help</source>
   <translation>&amp;Hilfe</translation>
  </message>
  <message>
   <source>&amp;High contrast</source>
   <translation>Hoher &amp;Kontrast</translation>
  </message>
  <message>
   <source>&amp;Keys</source>
   <translation>&amp;Tasten</translation>
  </message>
  <message>
   <source>&amp;Light</source>
   <translation>&amp;Hell</translation>
  </message>
  <message>
   <source>&amp;Look</source>
   <translation>A&amp;ussehen</translation>
  </message>
  <message>
   <source>&amp;Next area</source>
   <translation>&amp;Nächster Bereich</translation>
  </message>
  <message>
   <source>&amp;Operator…</source>
   <translation>Be&amp;diener:in…</translation>
  </message>
  <message>
   <source>&amp;Previous area</source>
   <translation>&amp;Vorheriger Bereich</translation>
  </message>
  <message>
   <source>&amp;Problem report…</source>
   <translation>&amp;Problembericht…</translation>
  </message>
  <message>
   <source>&amp;Record</source>
   <translation>&amp;Eintragen</translation>
  </message>
  <message>
   <source>&amp;Redo</source>
   <translation>&amp;Wiederherstellen</translation>
  </message>
  <message>
   <source>&amp;Reset view</source>
   <translation>Ansicht &amp;zurücksetzen</translation>
  </message>
  <message>
   <source>&amp;Run</source>
   <translation>&amp;Versuch</translation>
  </message>
  <message>
   <source>&amp;Study</source>
   <translation>&amp;Studie</translation>
  </message>
  <message>
   <source>&amp;Text size 100 %</source>
   <translation>&amp;Textgröße 100 %</translation>
  </message>
  <message>
   <source>&amp;Undo</source>
   <translation>&amp;Zurücknehmen</translation>
  </message>
  <message>
   <source>&amp;View</source>
   <translation>&amp;Ansicht</translation>
  </message>
  <message>
   <source>&amp;Void…</source>
   <translation>&amp;Ungültig…</translation>
  </message>
  <message>
   <source>As a &amp;table</source>
   <translation>Als &amp;Tabelle</translation>
  </message>
  <message>
   <source>As the s&amp;ystem</source>
   <translation>Wie das S&amp;ystem</translation>
  </message>
  <message>
   <source>Ca&amp;ncel</source>
   <translation>A&amp;bbrechen</translation>
  </message>
  <message>
   <source>Comman&amp;d…</source>
   <translation>B&amp;efehl…</translation>
  </message>
  <message>
   <source>Cop&amp;y</source>
   <translation>Ko&amp;pieren</translation>
  </message>
  <message>
   <source>T&amp;ext size 125 %</source>
   <translation>T&amp;extgröße 125 %</translation>
  </message>
  <message>
   <source>Te&amp;xt size 150 %</source>
   <translation>Te&amp;xtgröße 150 %</translation>
  </message>
  <message>
   <source>Text si&amp;ze 200 %</source>
   <translation>Text&amp;größe 200 %</translation>
  </message>
 </context>
 <context>
  <name>Messages</name>
  <message>
   <source>Ask for the right to write there, or copy the study to a folder of yours.</source>
   <translation>Bitten Sie um das Schreibrecht dort oder kopieren Sie die Studie in einen eigenen Ordner.</translation>
  </message>
  <message>
   <source>Check the disk, the network, and your right to read the file.</source>
   <translation>Prüfen Sie den Datenträger, das Netz und Ihr Leserecht für die Datei.</translation>
  </message>
  <message>
   <source>Check the network and try again.</source>
   <translation>Prüfen Sie das Netz und versuchen Sie es erneut.</translation>
  </message>
  <message>
   <source>Choose a file whose name ends in .kgstudy. A table becomes a study by New in the Study menu.</source>
   <translation>Wählen Sie eine Datei, deren Name auf .kgstudy endet. Aus einer Tabelle wird über Neu im Menü Studie eine Studie.</translation>
  </message>
  <message>
   <source>Choose another name.</source>
   <translation>Wählen Sie einen anderen Namen.</translation>
  </message>
  <message>
   <source>Choose how it is meant, and look at the preview afterwards.</source>
   <translation>Wählen Sie, wie es gemeint ist, und sehen Sie danach die Vorschau an.</translation>
  </message>
  <message>
   <source>Close the file in other programs, or choose another folder.</source>
   <translation>Schließen Sie die Datei in anderen Programmen oder wählen Sie einen anderen Ordner.</translation>
  </message>
  <message>
   <source>Close the study there, or read along until then.</source>
   <translation>Schließen Sie die Studie dort oder lesen Sie bis dahin mit.</translation>
  </message>
  <message>
   <source>Correct it in the table and read the table again.</source>
   <translation>Beheben Sie es in der Tabelle und lesen Sie sie erneut ein.</translation>
  </message>
  <message>
   <source>Correct what is named above and try again.</source>
   <translation>Beheben Sie, was oben genannt ist, und versuchen Sie es erneut.</translation>
  </message>
  <message>
   <source>F1 explains this ({code}).</source>
   <translation>F1 erklärt das ({code}).</translation>
  </message>
  <message>
   <source>Finish the study, or add candidates to it.</source>
   <translation>Schließen Sie die Studie ab, oder fügen Sie ihr Kandidaten hinzu.</translation>
  </message>
  <message>
   <source>If it comes again, save a problem report from the Help menu and hand it on.</source>
   <translation>Wenn es wieder geschieht, speichern Sie über das Menü Hilfe einen Problembericht und geben Sie ihn weiter.</translation>
  </message>
  <message>
   <source>Install the newer kgdesk on this computer.</source>
   <translation>Installieren Sie das neuere kgdesk auf diesem Computer.</translation>
  </message>
  <message>
   <source>It can be read, and nothing can be recorded here.</source>
   <translation>Sie lässt sich lesen, aber hier lässt sich nichts eintragen.</translation>
  </message>
  <message>
   <source>It is not certain whether the last entry arrived. Sending it again does no harm.</source>
   <translation>Es ist nicht sicher, ob der letzte Eintrag angekommen ist. Ihn noch einmal zu senden schadet nicht.</translation>
  </message>
  <message>
   <source>Look at the new state of the study, then record again.</source>
   <translation>Sehen Sie den neuen Stand der Studie an und tragen Sie dann erneut ein.</translation>
  </message>
  <message>
   <source>Look for a missing zero, or for a sample of another study.</source>
   <translation>Achten Sie auf eine fehlende Null oder auf eine Probe einer anderen Studie.</translation>
  </message>
  <message>
   <source>Look the number of the run up in the timeline.</source>
   <translation>Sehen Sie die Nummer des Versuchs im Verlauf nach.</translation>
  </message>
  <message>
   <source>Nothing was changed.</source>
   <translation>Nichts wurde geändert.</translation>
  </message>
  <message>
   <source>Nothing was changed. The file is not used, and it has to stay where it is.</source>
   <translation>Nichts wurde geändert. Die Datei wird nicht verwendet und muss bleiben, wo sie ist.</translation>
  </message>
  <message>
   <source>Nothing was overwritten.</source>
   <translation>Nichts wurde überschrieben.</translation>
  </message>
  <message>
   <source>Nothing was recorded by it; the runs before are safe.</source>
   <translation>Es wurde nichts eingetragen; die früheren Versuche sind sicher.</translation>
  </message>
  <message>
   <source>Nothing was recorded from here; what is recorded there is safe.</source>
   <translation>Von hier wurde nichts eingetragen; was dort eingetragen ist, ist sicher.</translation>
  </message>
  <message>
   <source>Nothing was taken over from the table.</source>
   <translation>Aus der Tabelle wurde nichts übernommen.</translation>
  </message>
  <message>
   <source>Open the study again with the right user name and password.</source>
   <translation>Öffnen Sie die Studie noch einmal mit dem richtigen Benutzernamen und Kennwort.</translation>
  </message>
  <message>
   <source>Rehearse again with other truths or another belief.</source>
   <translation>Spielen Sie mit anderen Wahrheiten oder einem anderen Modell erneut durch.</translation>
  </message>
  <message>
   <source>Remove the cause and try again, or save a rescue copy.</source>
   <translation>Beheben Sie die Ursache und versuchen Sie es erneut, oder speichern Sie eine Rettungskopie.</translation>
  </message>
  <message>
   <source>Remove the cause and try again, or see “Waiting entries” in the Tools menu.</source>
   <translation>Beheben Sie die Ursache und versuchen Sie es noch einmal, oder sehen Sie im Menü Extras unter „Wartende Einträge“ nach.</translation>
  </message>
  <message>
   <source>Reopen the study with a reason if there is more to record.</source>
   <translation>Öffnen Sie die Studie mit einer Begründung wieder, wenn noch etwas einzutragen ist.</translation>
  </message>
  <message>
   <source>Restart kgdesk: it opens the study again. A problem report helps to find the fault.</source>
   <translation>Starten Sie kgdesk neu: Es öffnet die Studie wieder. Ein Problembericht hilft denen, die das Programm betreuen.</translation>
  </message>
  <message>
   <source>Restore the study from a backup.</source>
   <translation>Stellen Sie die Studie aus einer Sicherung wieder her.</translation>
  </message>
  <message>
   <source>Start the rehearsal again whenever you like.</source>
   <translation>Beginnen Sie den Probelauf erneut, wann immer Sie möchten.</translation>
  </message>
  <message>
   <source>The last entry is NOT recorded, and nothing waits to be sent.</source>
   <translation>Der letzte Eintrag ist NICHT festgehalten, und nichts wartet darauf, gesendet zu werden.</translation>
  </message>
  <message>
   <source>The last entry is NOT recorded; all runs before it are safe.</source>
   <translation>Der letzte Eintrag ist NICHT aufgenommen; alle früheren Versuche sind sicher.</translation>
  </message>
  <message>
   <source>The last entry is NOT recorded; what waits stays where it is.</source>
   <translation>Der letzte Eintrag ist NICHT eingetragen; was wartet, bleibt, wo es ist.</translation>
  </message>
  <message>
   <source>The study stays as it is; its runs are safe.</source>
   <translation>Die Studie bleibt, wie sie ist; ihre Versuche sind sicher.</translation>
  </message>
  <message>
   <source>Use another unit for the column that is named, or leave the attributes standardised.</source>
   <translation>Verwenden Sie für die genannte Spalte eine andere Einheit oder lassen Sie die Merkmale standardisiert.</translation>
  </message>
  <message>
   <source>What this means</source>
   <translation>Was das heißt</translation>
  </message>
  <message>
   <source>What was there before is untouched; the study is not concerned.</source>
   <translation>Was vorher da war, ist unverändert; die Studie ist nicht betroffen.</translation>
  </message>
  <message>
   <source>You can go on. A problem report, in the Help menu, helps to find the fault.</source>
   <translation>Sie können weiterarbeiten. Ein Problembericht aus dem Menü Hilfe hilft denen, die das Programm betreuen.</translation>
  </message>
  <message>
   <source>Your entry was not recorded; all others are safe.</source>
   <translation>Ihr Eintrag wurde nicht aufgenommen; alle anderen sind sicher.</translation>
  </message>
  <message>
   <source>Your recorded runs are safe.</source>
   <translation>Ihre eingetragenen Versuche sind sicher.</translation>
  </message>
  <message>
   <source>Your study is not concerned.</source>
   <translation>Ihre Studie ist nicht betroffen.</translation>
  </message>
 </context>
 <context>
  <name>ModelPage</name>
  <message>
   <source>({name} of the columns − centre) / scale</source>
   <translation>({name} der Spalten − Mitte) / Maßstab</translation>
  </message>
  <message>
   <source>({name} − centre) / scale</source>
   <translation>({name} − Mitte) / Maßstab</translation>
  </message>
  <message>
   <source>1 if {name} is {level}, else 0</source>
   <translation>1, wenn {name} gleich {level}, sonst 0</translation>
  </message>
  <message>
   <source>1 in every row</source>
   <translation>1 in jeder Zeile</translation>
  </message>
  <message>
   <source>Belief</source>
   <translation>Annahme</translation>
  </message>
  <message>
   <source>Belief about the weights</source>
   <translation>Annahme über die Gewichte</translation>
  </message>
  <message>
   <source>Belief “{kind}” after {count} outcomes. Means and standard deviations are in log-odds per column of the design matrix. Fingerprint {digest}.</source>
   <translation>Annahme „{kind}“ nach {count} Ergebnissen. Mittelwerte und Standardabweichungen in Log-Odds je Spalte der Designmatrix. Fingerabdruck {digest}.</translation>
  </message>
  <message>
   <source>Bent</source>
   <translation>Gekrümmt</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Candidates</source>
   <translation>Kandidaten</translation>
  </message>
  <message>
   <source>Candidates read from</source>
   <translation>Kandidaten gelesen aus</translation>
  </message>
  <message>
   <source>Centre</source>
   <translation>Mitte</translation>
  </message>
  <message>
   <source>Changed since</source>
   <translation>Seither geändert</translation>
  </message>
  <message>
   <source>Column</source>
   <translation>Spalte</translation>
  </message>
  <message>
   <source>Column with the codes of the samples</source>
   <translation>Spalte mit den Codes der Proben</translation>
  </message>
  <message>
   <source>Columns of the design matrix</source>
   <translation>Spalten der Designmatrix</translation>
  </message>
  <message>
   <source>Design matrix</source>
   <translation>Designmatrix</translation>
  </message>
  <message>
   <source>Entries in the log</source>
   <translation>Einträge im Protokoll</translation>
  </message>
  <message>
   <source>Failure is called</source>
   <translation>Fehlschlag heißt</translation>
  </message>
  <message>
   <source>Hash of the last entry</source>
   <translation>Prüfsumme des letzten Eintrags</translation>
  </message>
  <message>
   <source>How to choose</source>
   <translation>Auswahlregel</translation>
  </message>
  <message>
   <source>KG (0..1)</source>
   <translation>KG (0..1)</translation>
  </message>
  <message>
   <source>KG values are not clipped: the calculation is an approximation, and slightly negative ones mean that nothing is to be learnt. Policy: {policy}</source>
   <translation>KG-Werte sind nicht beschnitten: Die Rechnung ist eine Näherung, und leicht negative bedeuten, dass nichts zu lernen ist. Auswahlregel: {policy}</translation>
  </message>
  <message>
   <source>Location of the samples</source>
   <translation>Lagerort der Proben</translation>
  </message>
  <message>
   <source>Made</source>
   <translation>Angelegt</translation>
  </message>
  <message>
   <source>Made as</source>
   <translation>Angelegt als</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>Modell</translation>
  </message>
  <message>
   <source>No column was dropped, and none follows from the others.</source>
   <translation>Keine Spalte wurde weggelassen, und keine folgt aus den anderen.</translation>
  </message>
  <message>
   <source>Numbers are standardised</source>
   <translation>Zahlen werden standardisiert</translation>
  </message>
  <message>
   <source>Odds</source>
   <translation>Odds</translation>
  </message>
  <message>
   <source>Odds per unit</source>
   <translation>Odds je Einheit</translation>
  </message>
  <message>
   <source>Parts of the model</source>
   <translation>Bestandteile des Modells</translation>
  </message>
  <message>
   <source>Per unit</source>
   <translation>Je Einheit</translation>
  </message>
  <message>
   <source>Planned runs</source>
   <translation>Geplante Versuche</translation>
  </message>
  <message>
   <source>Policy score</source>
   <translation>Wert der Auswahlregel</translation>
  </message>
  <message>
   <source>Posterior SD</source>
   <translation>Posterior-SD</translation>
  </message>
  <message>
   <source>Posterior mean</source>
   <translation>Posterior-Mittelwert</translation>
  </message>
  <message>
   <source>Prior of the intercept</source>
   <translation>Vorannahme des Achsenabschnitts</translation>
  </message>
  <message>
   <source>Prior strength (precision of every weight)</source>
   <translation>Stärke der Vorannahme (Präzision jedes Gewichts)</translation>
  </message>
  <message>
   <source>Prior strength of products</source>
   <translation>Stärke der Vorannahme für Produkte</translation>
  </message>
  <message>
   <source>Prior strength of products and squares</source>
   <translation>Stärke der Vorannahme für Produkte und Quadrate</translation>
  </message>
  <message>
   <source>Prior strength of squares</source>
   <translation>Stärke der Vorannahme für Quadrate</translation>
  </message>
  <message>
   <source>Probability</source>
   <translation>Wahrscheinlichkeit</translation>
  </message>
  <message>
   <source>Products with categories</source>
   <translation>Produkte mit Kategorien</translation>
  </message>
  <message>
   <source>Raw values</source>
   <translation>Rohwerte</translation>
  </message>
  <message>
   <source>Raw values of the candidates</source>
   <translation>Rohwerte der Kandidaten</translation>
  </message>
  <message>
   <source>Row of X</source>
   <translation>Zeile von X</translation>
  </message>
  <message>
   <source>Rows left out</source>
   <translation>Ausgelassene Zeilen</translation>
  </message>
  <message>
   <source>SHA-256 of that file</source>
   <translation>SHA-256 dieser Datei</translation>
  </message>
  <message>
   <source>Scale</source>
   <translation>Maßstab</translation>
  </message>
  <message>
   <source>Seed</source>
   <translation>Startzahl</translation>
  </message>
  <message>
   <source>Setting</source>
   <translation>Einstellung</translation>
  </message>
  <message>
   <source>Smooth, length {length}</source>
   <translation>Glatt, Länge {length}</translation>
  </message>
  <message>
   <source>State</source>
   <translation>Stand</translation>
  </message>
  <message>
   <source>Straight</source>
   <translation>Gerade</translation>
  </message>
  <message>
   <source>Success is called</source>
   <translation>Erfolg heißt</translation>
  </message>
  <message>
   <source>Sum of squares</source>
   <translation>Summe der Quadrate</translation>
  </message>
  <message>
   <source>Terms</source>
   <translation>Terme</translation>
  </message>
  <message>
   <source>The model is being worked out; it appears here by itself.</source>
   <translation>Das Modell wird berechnet; es erscheint hier von selbst.</translation>
  </message>
  <message>
   <source>Title</source>
   <translation>Titel</translation>
  </message>
  <message>
   <source>Trust in this copy</source>
   <translation>Vertrauen in diese Kopie</translation>
  </message>
  <message>
   <source>Unit</source>
   <translation>Einheit</translation>
  </message>
  <message>
   <source>Value</source>
   <translation>Wert</translation>
  </message>
  <message>
   <source>Weights</source>
   <translation>Gewichte</translation>
  </message>
  <message>
   <source>finished {time} by {operator} with {running}: {reason}</source>
   <translation>abgeschlossen {time} von {operator}, dabei noch {running}: {reason}</translation>
  </message>
  <message>
   <source>finished {time} by {operator}: {reason}</source>
   <translation>abgeschlossen {time} von {operator}: {reason}</translation>
  </message>
  <message>
   <source>holds</source>
   <translation>gilt</translation>
  </message>
  <message>
   <source>holds loosely</source>
   <translation>gilt ungefähr</translation>
  </message>
  <message>
   <source>holds nearly</source>
   <translation>gilt nahezu</translation>
  </message>
  <message>
   <source>left out: the same for every candidate</source>
   <translation>weggelassen: für alle Kandidaten gleich</translation>
  </message>
  <message>
   <source>mean {mean} log-odds (a typical candidate: {chance})</source>
   <translation>Mittelwert {mean} Log-Odds (ein üblicher Kandidat: {chance})</translation>
  </message>
  <message>
   <source>no</source>
   <translation>nein</translation>
  </message>
  <message>
   <source>none</source>
   <translation>keiner</translation>
  </message>
  <message>
   <source>not computed</source>
   <translation>nicht berechnet</translation>
  </message>
  <message>
   <source>not named: every kept column is shown</source>
   <translation>nicht genannt: jede aufbewahrte Spalte wird gezeigt</translation>
  </message>
  <message>
   <source>open</source>
   <translation>offen</translation>
  </message>
  <message>
   <source>yes</source>
   <translation>ja</translation>
  </message>
  <message>
   <source>{count}, in {distinct} different rows</source>
   <translation>{count}, in {distinct} verschiedenen Zeilen</translation>
  </message>
  <message>
   <source>{model}, deviations {size}</source>
   <translation>{model}, Abweichungen {size}</translation>
  </message>
  <message>
   <source>{model}, precision {precision}</source>
   <translation>{model}, Präzision {precision}</translation>
  </message>
  <message>
   <source>{model}, precision {products} and {squares}</source>
   <translation>{model}, Präzision {products} und {squares}</translation>
  </message>
  <message>
   <source>{model}, the earlier study {holds}</source>
   <translation>{model}, die frühere Studie {holds}</translation>
  </message>
  <message>
   <source>{model}: weight {weight}</source>
   <translation>{model}: Gewicht {weight}</translation>
  </message>
  <message>
   <source>{share} quantile</source>
   <translation>{share}-Quantil</translation>
  </message>
 </context>
 <context>
  <name>NewStudyWizard</name>
  <message>
   <source>&amp;Back</source>
   <translation>&amp;Zurück</translation>
  </message>
  <message>
   <source>&amp;Create study</source>
   <translation>Studie an&amp;legen</translation>
  </message>
  <message>
   <source>1 Table</source>
   <translation>1 Tabelle</translation>
  </message>
  <message>
   <source>2 Plan</source>
   <translation>2 Plan</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Making the study…</source>
   <translation>Die Studie wird angelegt…</translation>
  </message>
  <message>
   <source>Ne&amp;xt: Plan</source>
   <translation>&amp;Weiter: Plan</translation>
  </message>
  <message>
   <source>New study</source>
   <translation>Neue Studie</translation>
  </message>
  <message>
   <source>Reading the table…</source>
   <translation>Die Tabelle wird gelesen…</translation>
  </message>
  <message>
   <source>Working</source>
   <translation>Bitte warten</translation>
  </message>
  <message>
   <source>Working out what is known…</source>
   <translation>Es wird berechnet, was schon bekannt ist…</translation>
  </message>
 </context>
 <context>
  <name>NextCard</name>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Every candidate is tried</source>
   <translation>Jeder Kandidat ist ausprobiert</translation>
  </message>
  <message>
   <source>Expected success {probability} ({range})</source>
   <translation>Erfolgsaussicht {probability} ({range})</translation>
  </message>
  <message>
   <source>Expected success: still being worked out.</source>
   <translation>Erfolgsaussicht: wird noch berechnet.</translation>
  </message>
  <message>
   <source>Finish study…</source>
   <translation>Studie abschließen…</translation>
  </message>
  <message>
   <source>Next now, not then: run {run}</source>
   <translation>Jetzt als Nächstes, nicht damals: Versuch {run}</translation>
  </message>
  <message>
   <source>No next experiment yet</source>
   <translation>Noch kein nächster Versuch</translation>
  </message>
  <message>
   <source>Operator…</source>
   <translation>Bediener:in…</translation>
  </message>
  <message>
   <source>Plate {plate}, well</source>
   <translation>Platte {plate}, Well</translation>
  </message>
  <message>
   <source>Preparing the calculation</source>
   <translation>Die Rechnung wird vorbereitet</translation>
  </message>
  <message>
   <source>Preparing the calculation (first start only)</source>
   <translation>Die Rechnung wird vorbereitet (nur beim ersten Start)</translation>
  </message>
  <message>
   <source>Well</source>
   <translation>Well</translation>
  </message>
  <message>
   <source>Work it out</source>
   <translation>Berechnen</translation>
  </message>
  <message>
   <source>Working out the next experiment…</source>
   <translation>Der nächste Versuch wird berechnet…</translation>
  </message>
  <message>
   <source>Working out the next experiment… {seconds} s</source>
   <translation>Der nächste Versuch wird berechnet… {seconds} s</translation>
  </message>
  <message>
   <source>Working out the next experiment… {seconds} s, {share} % done</source>
   <translation>Der nächste Versuch wird berechnet… {seconds} s, {share} % fertig</translation>
  </message>
  <message>
   <source>from {kept}, into {plate}</source>
   <translation>aus {kept}, in {plate}</translation>
  </message>
  <message>
   <source>{plate}, well</source>
   <translation>{plate}, Well</translation>
  </message>
  <message>
   <source>◆ differs from run {run}</source>
   <translation>◆ anders als in Versuch {run}</translation>
  </message>
  <message>
   <source>⚠ New threshold: {rule}. {what}</source>
   <translation>⚠ Neue Schwelle: {rule}. {what}</translation>
  </message>
  <message>
   <source>⚠ Say who is working before you record: set the operator.</source>
   <translation>⚠ Geben Sie vor dem Eintragen an, wer arbeitet: Bediener:in festlegen.</translation>
  </message>
  <message>
   <source>⚠ {what} See Decide.</source>
   <translation>⚠ {what} Siehe Entscheiden.</translation>
  </message>
 </context>
 <context>
  <name>NoteDialog</name>
  <message>
   <source>&amp;Note</source>
   <translation>&amp;Notiz</translation>
  </message>
  <message>
   <source>A&amp;bout</source>
   <translation>&amp;Betrifft</translation>
  </message>
  <message>
   <source>Add a note</source>
   <translation>Notiz hinzufügen</translation>
  </message>
  <message>
   <source>It is signed with your name and the time, stays for good, and is shown in the timeline.</source>
   <translation>Sie trägt Ihren Namen und die Zeit, bleibt für immer und steht im Verlauf.</translation>
  </message>
  <message>
   <source>Keep note   Ctrl+Enter</source>
   <translation>Notiz behalten   Strg+Eingabe</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>Notiz</translation>
  </message>
  <message>
   <source>Run {run}: {code}, {outcome}</source>
   <translation>Versuch {run}: {code}, {outcome}</translation>
  </message>
  <message>
   <source>The study</source>
   <translation>Die Studie</translation>
  </message>
 </context>
 <context>
  <name>Offer</name>
  <message>
   <source>Or {candidate}, {count} at once</source>
   <translation>Oder {candidate}, {count} zugleich</translation>
  </message>
  <message>
   <source>worth more when run {count} times at once</source>
   <translation>mehr wert, wenn {count}-mal auf einmal ausgeführt</translation>
  </message>
 </context>
 <context>
  <name>OperatorDialog</name>
  <message>
   <source>&amp;Name or initials</source>
   <translation>&amp;Name oder Kürzel</translation>
  </message>
  <message>
   <source>Every entry is signed with this name.</source>
   <translation>Jeder Eintrag trägt diesen Namen.</translation>
  </message>
  <message>
   <source>Operator</source>
   <translation>Bediener:in</translation>
  </message>
 </context>
 <context>
  <name>OutcomeWords</name>
  <message>
   <source>A run is a success when its value is</source>
   <translation>Ein Versuch ist ein Erfolg, wenn sein Wert</translation>
  </message>
  <message>
   <source>Limit of a success</source>
   <translation>Grenze eines Erfolgs</translation>
  </message>
  <message>
   <source>Which values are successes</source>
   <translation>Welche Werte Erfolge sind</translation>
  </message>
  <message>
   <source>at least</source>
   <translation>mindestens ist</translation>
  </message>
  <message>
   <source>at most</source>
   <translation>höchstens ist</translation>
  </message>
  <message>
   <source>“{word}”</source>
   <translation>„{word}“</translation>
  </message>
  <message>
   <source>“{word}” means failure</source>
   <translation>„{word}“ bedeutet Fehlschlag</translation>
  </message>
  <message>
   <source>“{word}” means no outcome</source>
   <translation>„{word}“ bedeutet kein Ergebnis</translation>
  </message>
  <message>
   <source>“{word}” means success</source>
   <translation>„{word}“ bedeutet Erfolg</translation>
  </message>
 </context>
 <context>
  <name>OutliersCard</name>
  <message>
   <source>A run is listed when its outcome had been predicted with less than 10 %, or when other runs of the same candidate came out otherwise. The dot is the success that was predicted. Look at the entry: was the right button pressed, was it the right sample? If the entry is right, leave it: some surprises are to be expected, and they teach most. A click, or Enter in the table, opens the run in the timeline, where a wrong entry can be corrected.</source>
   <translation>Ein Versuch steht hier, wenn sein Ergebnis mit weniger als 10 % vorhergesagt war oder wenn andere Versuche mit demselben Kandidaten anders ausgingen. Der Punkt ist der vorhergesagte Erfolg. Sehen Sie den Eintrag an: War es die richtige Schaltfläche, war es die richtige Probe? Ist der Eintrag richtig, lassen Sie ihn stehen: Einige Überraschungen sind zu erwarten, und sie lehren am meisten. Ein Klick oder die Eingabetaste in der Tabelle öffnet den Versuch im Verlauf, wo ein falscher Eintrag korrigiert werden kann.</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>No surprise so far: no outcome was unlikely, and no repeated runs disagree.</source>
   <translation>Bisher keine Überraschung: Kein Ergebnis war unwahrscheinlich, und keine wiederholten Versuche widersprechen sich.</translation>
  </message>
  <message>
   <source>Outcome</source>
   <translation>Ergebnis</translation>
  </message>
  <message>
   <source>Predicted chance of it</source>
   <translation>Vorhergesagte Wahrscheinlichkeit dafür</translation>
  </message>
  <message>
   <source>Predicted success</source>
   <translation>Vorhergesagter Erfolg</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Versuch</translation>
  </message>
  <message>
   <source>Run {run}: {code}</source>
   <translation>Versuch {run}: {code}</translation>
  </message>
  <message>
   <source>To look at again: {count}.</source>
   <translation>Noch einmal anzusehen: {count}.</translation>
  </message>
  <message>
   <source>Unlikely outcomes: {seen}; {expected} were to be expected in {runs} predicted runs.</source>
   <translation>Unwahrscheinliche Ergebnisse: {seen}; {expected} waren bei {runs} vorhergesagten Versuchen zu erwarten.</translation>
  </message>
  <message>
   <source>Which outcomes were a surprise?</source>
   <translation>Welche Ergebnisse waren eine Überraschung?</translation>
  </message>
  <message>
   <source>Why it is listed</source>
   <translation>Warum er hier steht</translation>
  </message>
  <message>
   <source>dot: predicted success</source>
   <translation>Punkt: vorhergesagter Erfolg</translation>
  </message>
  <message>
   <source>failure</source>
   <translation>Fehlschlag</translation>
  </message>
  <message>
   <source>predicted with {chance}</source>
   <translation>mit {chance} vorhergesagt</translation>
  </message>
  <message>
   <source>runs of this candidate disagree ({successes} to {failures})</source>
   <translation>Versuche mit diesem Kandidaten widersprechen sich ({successes} zu {failures})</translation>
  </message>
  <message>
   <source>success</source>
   <translation>Erfolg</translation>
  </message>
 </context>
 <context>
  <name>OverviewTab</name>
  <message>
   <source>Overview</source>
   <translation>Überblick</translation>
  </message>
 </context>
 <context>
  <name>Phrases</name>
  <message>
   <source> ({count} blank cells in this column)</source>
   <translation> ({count} leere Zellen in dieser Spalte)</translation>
  </message>
  <message>
   <source> It was {loss} points (± {error}) below the best on average.</source>
   <translation> Im Mittel lag er {loss} Punkte (± {error}) unter dem besten.</translation>
  </message>
  <message>
   <source> On Debian it is in fonts-dejavu-core.</source>
   <translation> Unter Debian steht sie in fonts-dejavu-core.</translation>
  </message>
  <message>
   <source> Start it when {other} has its outcome: nothing else can run beside the runs in progress, and these two share {shared}.</source>
   <translation> Starten Sie ihn, wenn {other} sein Ergebnis hat: Neben den laufenden Versuchen kann nichts anderes laufen, und diese beiden teilen {shared}.</translation>
  </message>
  <message>
   <source> that opened in line {opened}</source>
   <translation> (Beginn in Zeile {opened})</translation>
  </message>
  <message>
   <source>, a past outcome from a table</source>
   <translation>, ein früheres Ergebnis aus einer Tabelle</translation>
  </message>
  <message>
   <source>, chosen instead of the suggestion {suggested}</source>
   <translation>, gewählt anstelle des Vorschlags {suggested}</translation>
  </message>
  <message>
   <source>, not {names}</source>
   <translation>, nicht {names}</translation>
  </message>
  <message>
   <source>1 candidate</source>
   <translation>1 Kandidat</translation>
  </message>
  <message>
   <source>1 earlier pick</source>
   <translation>1 schon gewählter Versuch</translation>
  </message>
  <message>
   <source>1 entry that was seen on this computer is in neither: record it again.</source>
   <translation>1 Eintrag, der auf diesem Computer gesehen wurde, fehlt in beiden: tragen Sie ihn erneut ein.</translation>
  </message>
  <message>
   <source>1 event before it is</source>
   <translation>1 Eintrag davor ist</translation>
  </message>
  <message>
   <source>1 failure</source>
   <translation>1 Fehlschlag</translation>
  </message>
  <message>
   <source>1 new entry</source>
   <translation>1 neuen Eintrag</translation>
  </message>
  <message>
   <source>1 outcome</source>
   <translation>1 Ergebnis</translation>
  </message>
  <message>
   <source>1 planned run</source>
   <translation>1 geplantem Versuch</translation>
  </message>
  <message>
   <source>1 replay</source>
   <translation>1 Durchgang</translation>
  </message>
  <message>
   <source>1 row that repeats a code with other values is left out.</source>
   <translation>1 Zeile, die einen Code mit anderen Werten wiederholt, wird weggelassen.</translation>
  </message>
  <message>
   <source>1 row with a blank cell is left out.</source>
   <translation>1 Zeile mit einer leeren Zelle wird ausgelassen.</translation>
  </message>
  <message>
   <source>1 row with a word or a limit among numbers is left out.</source>
   <translation>1 Zeile mit einem Wort oder einer Grenze unter Zahlen wird weggelassen.</translation>
  </message>
  <message>
   <source>1 run in progress</source>
   <translation>1 laufender Versuch</translation>
  </message>
  <message>
   <source>1 run in progress ({name})</source>
   <translation>1 Versuch im Gang ({name})</translation>
  </message>
  <message>
   <source>1 run is in progress.</source>
   <translation>1 Versuch läuft noch.</translation>
  </message>
  <message>
   <source>1 run is spent</source>
   <translation>1 Versuch ist verbraucht</translation>
  </message>
  <message>
   <source>1 simulated run a pool</source>
   <translation>1 durchgespielter Verlauf je Tabelle</translation>
  </message>
  <message>
   <source>1 success</source>
   <translation>1 Erfolg</translation>
  </message>
  <message>
   <source>1 time</source>
   <translation>1-mal</translation>
  </message>
  <message>
   <source>; 1 empty well</source>
   <translation>; 1 leeres Well</translation>
  </message>
  <message>
   <source>; 1 row of another study passed over</source>
   <translation>; 1 Zeile einer anderen Studie übergangen</translation>
  </message>
  <message>
   <source>; kgdesk's suggestion was {suggested}</source>
   <translation>; der Vorschlag von kgdesk war {suggested}</translation>
  </message>
  <message>
   <source>; note: {text}</source>
   <translation>; Notiz: {text}</translation>
  </message>
  <message>
   <source>; or leave out the column</source>
   <translation>; oder lassen Sie die Spalte weg</translation>
  </message>
  <message>
   <source>; that is memory or a cache, not a disk: what is kept there may not survive a power cut</source>
   <translation>; das ist Arbeitsspeicher oder ein Zwischenspeicher, kein Datenträger: Was dort liegt, übersteht vielleicht keinen Stromausfall</translation>
  </message>
  <message>
   <source>; {count} empty wells</source>
   <translation>; {count} leere Wells</translation>
  </message>
  <message>
   <source>; {count} more pairs look alike</source>
   <translation>; {count} weitere Paare sehen gleich aus</translation>
  </message>
  <message>
   <source>; {count} rows of other studies passed over</source>
   <translation>; {count} Zeilen anderer Studien übergangen</translation>
  </message>
  <message>
   <source>; {passed} of {all} controls passed</source>
   <translation>; {passed} von {all} Kontrollen bestanden</translation>
  </message>
  <message>
   <source>? Undecided</source>
   <translation>? Unklar</translation>
  </message>
  <message>
   <source>A Dask cluster has its own number of processes: leave one of the two out.</source>
   <translation>Ein Dask-Cluster hat seine eigene Zahl von Prozessen: Lassen Sie eines von beiden weg.</translation>
  </message>
  <message>
   <source>A budget is at least 1 run, not {runs}.</source>
   <translation>Es muss mindestens 1 Versuch geplant sein, nicht {runs}.</translation>
  </message>
  <message>
   <source>A candidate has an empty name: fill the column that names the candidates.</source>
   <translation>Ein Kandidat hat keinen Namen: Füllen Sie die Spalte mit den Namen der Kandidaten aus.</translation>
  </message>
  <message>
   <source>A candidate is named by a text, not by {candidate}: write its name in quotation marks.</source>
   <translation>Ein Kandidat wird durch einen Text benannt, nicht durch {candidate}: Schreiben Sie seinen Namen in Anführungszeichen.</translation>
  </message>
  <message>
   <source>A change of an open study</source>
   <translation>Eine Änderung an einer offenen Studie</translation>
  </message>
  <message>
   <source>A check of the model fails.</source>
   <translation>Eine Prüfung des Modells schlägt fehl.</translation>
  </message>
  <message>
   <source>A correction</source>
   <translation>Eine Korrektur</translation>
  </message>
  <message>
   <source>A count is two whole numbers, the successes and the runs, for example (3, 5), not {count}.</source>
   <translation>Eine Anzahl sind zwei ganze Zahlen, die Erfolge und die Läufe, wie (3, 5), nicht {count}.</translation>
  </message>
  <message>
   <source>A count says how many of the runs were successes: record it as success, not as {outcome}.</source>
   <translation>Eine Anzahl sagt, wie viele der Versuche Erfolge waren: Tragen Sie sie als Erfolg ein, nicht als {outcome}.</translation>
  </message>
  <message>
   <source>A file is named by a text or a path, not by {path}.</source>
   <translation>Eine Datei wird durch einen Text oder einen Pfad benannt, nicht durch {path}.</translation>
  </message>
  <message>
   <source>A file name cannot hold a NUL character. Type it again.</source>
   <translation>Ein Dateiname kann kein NUL-Zeichen enthalten. Geben Sie ihn neu ein.</translation>
  </message>
  <message>
   <source>A frame of {backend} cannot be made: install {backend}.</source>
   <translation>Eine Tabelle von {backend} lässt sich nicht anlegen: Installieren Sie {backend}.</translation>
  </message>
  <message>
   <source>A level must be a number between 0 and 1, as 0.9, not {level}.</source>
   <translation>Ein Niveau muss eine Zahl zwischen 0 und 1 sein, wie 0.9, nicht {level}.</translation>
  </message>
  <message>
   <source>A logarithmic scale needs a threshold above 0: choose natural.</source>
   <translation>Eine logarithmische Skala braucht eine Schwelle über 0: Wählen Sie natural.</translation>
  </message>
  <message>
   <source>A logit scale is for shares: it needs a threshold between 0 and {top}. Choose natural or log.</source>
   <translation>Eine Logit-Skala ist für Anteile: Sie braucht eine Schwelle zwischen 0 und {top}. Wählen Sie natural oder log.</translation>
  </message>
  <message>
   <source>A map needs two different attributes that are numbers.</source>
   <translation>Eine Karte braucht zwei verschiedene Merkmale, die Zahlen sind.</translation>
  </message>
  <message>
   <source>A measured value belongs to one run: record each run with its value.</source>
   <translation>Ein Messwert gehört zu einem Versuch: Tragen Sie jeden Versuch mit seinem Wert ein.</translation>
  </message>
  <message>
   <source>A name contains a character that cannot be stored.</source>
   <translation>Ein Name enthält ein Zeichen, das sich nicht speichern lässt.</translation>
  </message>
  <message>
   <source>A number of successes is for rows that are drawn: say how many, or leave it out.</source>
   <translation>Eine Zahl von Erfolgen gilt für Zeilen, die zufällig gezogen werden: Geben Sie an, wie viele, oder lassen Sie sie weg.</translation>
  </message>
  <message>
   <source>A number of {row} is too large to calculate with: look whether it is right.</source>
   <translation>Eine Zahl von {row} ist zu groß zum Rechnen: Sehen Sie nach, ob sie stimmt.</translation>
  </message>
  <message>
   <source>A peak inside the pool needs an attribute that is a number: rehearse with the prior.</source>
   <translation>Ein Gipfel innerhalb der Liste braucht ein Merkmal, das eine Zahl ist: Spielen Sie mit der Vorannahme durch.</translation>
  </message>
  <message>
   <source>A policy is a name such as kg, or an object with a name and scores(context), not {value}.</source>
   <translation>Eine Auswahlregel ist ein Name wie kg oder ein Objekt mit einem Namen und scores(context), nicht {value}.</translation>
  </message>
  <message>
   <source>A policy of your own cannot be named “{name}”: choose a name that kgdesk does not use.</source>
   <translation>Eine eigene Auswahlregel kann nicht „{name}“ heißen: Wählen Sie einen Namen, den kgdesk nicht verwendet.</translation>
  </message>
  <message>
   <source>A policy recommends by the belief behind the slash: the candidate with the largest predicted chance of success, run or not.</source>
   <translation>Eine Auswahlregel empfiehlt nach dem Modell hinter dem Schrägstrich: den Kandidaten mit der größten vorhergesagten Erfolgsaussicht, gelaufen oder nicht.</translation>
  </message>
  <message>
   <source>A policy recommends by the belief behind the slash: the candidate with the largest predicted chance of success.</source>
   <translation>Eine Auswahlregel empfiehlt nach dem Modell hinter dem Schrägstrich: den Kandidaten mit der größten vorhergesagten Erfolgsaussicht.</translation>
  </message>
  <message>
   <source>A precision must be greater than 0.</source>
   <translation>Eine Präzision muss größer als 0 sein.</translation>
  </message>
  <message>
   <source>A prior precision must be greater than 0.</source>
   <translation>Die Stärke einer Vorannahme muss größer als 0 sein.</translation>
  </message>
  <message>
   <source>A process that was simulating the run with seed {seed} of {pool} has ended unexpectedly, as when memory runs out; nothing was written. Start the rehearsal again.</source>
   <translation>Ein Prozess, der den Probelauf mit Startzahl {seed} von {pool} rechnete, ist unerwartet zu Ende gegangen, wie bei vollem Arbeitsspeicher; nichts wurde geschrieben. Starten Sie den Probelauf neu.</translation>
  </message>
  <message>
   <source>A project needs a name: type one.</source>
   <translation>Ein Projekt braucht einen Namen: Geben Sie einen ein.</translation>
  </message>
  <message>
   <source>A replay needs at least two candidates with an outcome, and there are {count}: name the column that holds their outcomes.</source>
   <translation>Zum Nachspielen braucht es mindestens zwei Kandidaten mit einem Ergebnis, und es gibt {count}: Nennen Sie die Spalte mit den Ergebnissen.</translation>
  </message>
  <message>
   <source>A replay needs one outcome a candidate, success or failure, and “{candidate}” has a count of several runs: add a column that says which share of successes you call a success, as yes or no, and name it.</source>
   <translation>Zum Nachspielen braucht jeder Kandidat ein Ergebnis, Erfolg oder Fehlschlag, und „{candidate}“ hat eine Zählung mehrerer Versuche: Fügen Sie eine Spalte hinzu, die mit ja oder nein sagt, welchen Anteil von Erfolgen Sie einen Erfolg nennen, und nennen Sie sie.</translation>
  </message>
  <message>
   <source>A report is not written as “{name}”: choose one of {known}.</source>
   <translation>Als „{name}“ lässt sich kein Bericht schreiben: Wählen Sie eine dieser Arten: {known}.</translation>
  </message>
  <message>
   <source>A run is named by its number, for example 12, or P3 for a past outcome, not by {number}.</source>
   <translation>Ein Versuch wird mit seiner Nummer benannt, wie 12, oder P3 für ein früheres Ergebnis, nicht mit {number}.</translation>
  </message>
  <message>
   <source>A run is undecided only where a limit of its value leaves both outcomes open, such as &lt;70 with a threshold of 60: record the limit.</source>
   <translation>Ein Versuch ist nur unklar, wenn eine Grenze seines Werts beide Ergebnisse offen lässt, etwa &lt;70 bei einer Schwelle von 60: Tragen Sie die Grenze ein.</translation>
  </message>
  <message>
   <source>A sheet of {stock} has {labels} labels: between 0 and {most} of them can be used up.</source>
   <translation>Ein Bogen {stock} hat {labels} Etiketten: Zwischen 0 und {most} davon können verbraucht sein.</translation>
  </message>
  <message>
   <source>A simulated run has a measured value, on the side of the threshold that its outcome says, and the belief moments learns from it.</source>
   <translation>Ein simulierter Versuch hat einen Messwert, auf der Seite der Schwelle, die sein Ergebnis nennt, und das Modell moments lernt daraus.</translation>
  </message>
  <message>
   <source>A simulated run met a fault of kgdesk; nothing was written.</source>
   <translation>Ein simulierter Versuch traf auf eine Störung von kgdesk; nichts wurde geschrieben.</translation>
  </message>
  <message>
   <source>A stopping rule “{name}” cannot be written down.</source>
   <translation>Die Stoppregel „{name}“ kann nicht aufgeschrieben werden.</translation>
  </message>
  <message>
   <source>A study on a server is restored by its administrator. Meanwhile open a copy of a backup from {folder}.</source>
   <translation>Eine Studie auf einem Server stellt dessen Verwalter wieder her. Öffnen Sie inzwischen eine Kopie einer Sicherung aus {folder}.</translation>
  </message>
  <message>
   <source>A study's name ends in {suffix}: use {name} instead of {path_name}.</source>
   <translation>Der Name einer Studie endet auf {suffix}: Nehmen Sie {name} statt {path_name}.</translation>
  </message>
  <message>
   <source>A success</source>
   <translation>Ein Erfolg</translation>
  </message>
  <message>
   <source>A success of {candidate}</source>
   <translation>Ein Erfolg von {candidate}</translation>
  </message>
  <message>
   <source>A success of “{name}” is not a success here: there it is {theirs}, here {ours}. Learn from a study with the same threshold, or state what you expect.</source>
   <translation>Ein Erfolg von „{name}“ ist hier kein Erfolg: dort ist es {theirs}, hier {ours}. Lernen Sie aus einer Studie mit derselben Schwelle, oder geben Sie an, was Sie erwarten.</translation>
  </message>
  <message>
   <source>A suggestion takes about {seconds} s on this computer.</source>
   <translation>Ein Vorschlag dauert auf diesem Computer etwa {seconds} s.</translation>
  </message>
  <message>
   <source>A suggestion takes about {time} on this computer. Linear terms, fewer attributes or fewer candidates make it faster.</source>
   <translation>Ein Vorschlag dauert auf diesem Computer etwa {time}. Lineare Terme, weniger Merkmale oder weniger Kandidaten machen ihn schneller.</translation>
  </message>
  <message>
   <source>A suggestion takes less than a second on this computer.</source>
   <translation>Ein Vorschlag dauert auf diesem Computer weniger als eine Sekunde.</translation>
  </message>
  <message>
   <source>A table is a file, a pandas, polars or pyarrow frame, or a mapping of headings to columns, not a {kind}.</source>
   <translation>Eine Tabelle ist eine Datei, eine Tabelle von pandas, polars oder pyarrow oder eine Zuordnung von Überschriften zu Spalten, kein {kind}.</translation>
  </message>
  <message>
   <source>A threshold needs the name of the measured value, and a direction: at-least or at-most.</source>
   <translation>Ein Schwellenwert braucht den Namen des Messwerts und eine Richtung: at-least (mindestens) oder at-most (höchstens).</translation>
  </message>
  <message>
   <source>A value has a distance from the threshold only where the study names one.</source>
   <translation>Ein Wert hat nur dort einen Abstand von der Schwelle, wo die Studie eine nennt.</translation>
  </message>
  <message>
   <source>A worker of the cluster at “{address}” cannot use kgdesk; nothing was written. Install kgdesk {version} on every worker.</source>
   <translation>Ein Rechner des Clusters unter „{address}“ kann kgdesk nicht verwenden; nichts wurde geschrieben. Installieren Sie kgdesk {version} auf jedem Rechner.</translation>
  </message>
  <message>
   <source>A worker of the cluster could not simulate the run with seed {seed}; nothing was written. See that kgdesk {version} is installed on every worker.</source>
   <translation>Ein Rechner des Clusters konnte den Probelauf mit Startzahl {seed} nicht rechnen; nichts wurde geschrieben. Sehen Sie nach, ob kgdesk {version} auf jedem Rechner installiert ist.</translation>
  </message>
  <message>
   <source>Added {count} candidates</source>
   <translation>{count} Kandidaten hinzugefügt</translation>
  </message>
  <message>
   <source>Adding candidates</source>
   <translation>Das Hinzufügen von Kandidaten</translation>
  </message>
  <message>
   <source>After {n} measurements, {rule}</source>
   <translation>Nach {n} Versuchen, {rule}</translation>
  </message>
  <message>
   <source>All candidates with an outcome have the same attributes: there is nothing to choose in a replay.</source>
   <translation>Alle Kandidaten mit einem Ergebnis haben dieselben Merkmale: Beim Nachspielen gibt es nichts zu wählen.</translation>
  </message>
  <message>
   <source>All of it at once: {answers}.</source>
   <translation>Alles auf einmal: {answers}.</translation>
  </message>
  <message>
   <source>All policies meet the same candidates and outcomes: differences between policies are paired.</source>
   <translation>Alle Auswahlregeln treffen auf dieselben Kandidaten und Ergebnisse: Unterschiede zwischen Auswahlregeln sind gepaart.</translation>
  </message>
  <message>
   <source>All {count} outcomes are the same, so that a replay has nothing to find: give a table in which some succeeded and some failed, or another threshold.</source>
   <translation>Alle {count} Ergebnisse sind gleich, sodass es beim Nachspielen nichts zu finden gibt: Nehmen Sie eine Tabelle mit Erfolgen und Fehlschlägen, oder eine andere Schwelle.</translation>
  </message>
  <message>
   <source>All {count} planned runs are spent, {open} of them still in progress.</source>
   <translation>Alle {count} geplanten Versuche sind verbraucht, {open} davon laufen noch.</translation>
  </message>
  <message>
   <source>All {count} planned runs are spent.</source>
   <translation>Alle {count} geplanten Versuche sind verbraucht.</translation>
  </message>
  <message>
   <source>An Excel sheet takes {max_columns} columns: export {name} as CSV.</source>
   <translation>Ein Excel-Blatt fasst {max_columns} Spalten: Exportieren Sie {name} als CSV.</translation>
  </message>
  <message>
   <source>An Excel sheet takes {max_rows} rows: export {name} as CSV.</source>
   <translation>Ein Excel-Blatt fasst {max_rows} Zeilen: Exportieren Sie {name} als CSV.</translation>
  </message>
  <message>
   <source>An average needs at least one model.</source>
   <translation>Ein Mittel braucht mindestens ein Modell.</translation>
  </message>
  <message>
   <source>An average of models needs the belief moments or full, not {kind}.</source>
   <translation>Ein Mittel von Modellen braucht das Modell moments oder full, nicht {kind}.</translation>
  </message>
  <message>
   <source>An average of terms needs the belief moments or full: diagonal has no weights to compare.</source>
   <translation>Ein Mittel von Termen braucht das Modell moments oder full: diagonal hat keine vergleichbaren Gewichte.</translation>
  </message>
  <message>
   <source>An average of terms needs the belief moments or full: leave out “{name}”, or the average.</source>
   <translation>Ein Mittel von Termen braucht das Modell moments oder full: Lassen Sie „{name}“ oder das Mittel weg.</translation>
  </message>
  <message>
   <source>An entry that waits on this computer for a server cannot be read any more: the file {path} is damaged. Nothing is recorded in {study} until what waits is settled.</source>
   <translation>Ein Eintrag, der auf diesem Computer auf einen Server wartet, ist nicht mehr zu lesen: die Datei {path} ist beschädigt. In {study} wird nichts eingetragen, bis erledigt ist, was wartet.</translation>
  </message>
  <message>
   <source>An outcome is +1 (success) or -1 (failure), not {y}.</source>
   <translation>Ein Ergebnis ist +1 (Erfolg) oder -1 (Fehlschlag), nicht {y}.</translation>
  </message>
  <message>
   <source>And {count} more.</source>
   <translation>Und {count} weitere.</translation>
  </message>
  <message>
   <source>Another program is holding it: try again in a moment.</source>
   <translation>Ein anderes Programm hält sie fest: Versuchen Sie es gleich noch einmal.</translation>
  </message>
  <message>
   <source>Another program is holding {name}. {safe} Try again in a moment.</source>
   <translation>Ein anderes Programm hält {name} fest. {safe} Versuchen Sie es gleich noch einmal.</translation>
  </message>
  <message>
   <source>Ask for at least 1 success of the best candidate, not {count}.</source>
   <translation>Verlangen Sie mindestens 1 Erfolg des besten Kandidaten, nicht {count}.</translation>
  </message>
  <message>
   <source>At least 1 candidate must fit for each value of “{column}”, not {most}.</source>
   <translation>Für jeden Wert von „{column}“ muss mindestens 1 Kandidat passen, nicht {most}.</translation>
  </message>
  <message>
   <source>At least 100 draws tell a chance, not {draws}.</source>
   <translation>Für eine Wahrscheinlichkeit braucht es mindestens 100 Ziehungen, nicht {draws}.</translation>
  </message>
  <message>
   <source>At most {count} block columns can be learnt from, not {given}.</source>
   <translation>Aus höchstens {count} Blockspalten kann gelernt werden, nicht aus {given}.</translation>
  </message>
  <message>
   <source>Attribute</source>
   <translation>Merkmal</translation>
  </message>
  <message>
   <source>Behind: this copy ends with entry {entries}, but {place} was seen with {seq} entries. The newer entries are missing here.</source>
   <translation>Veraltet: diese Kopie endet mit Eintrag {entries}, aber {place} wurde mit {seq} Einträgen gesehen. Die neueren Einträge fehlen hier.</translation>
  </message>
  <message>
   <source>Belief (SHA-256)</source>
   <translation>Modell (SHA-256)</translation>
  </message>
  <message>
   <source>Beside the runs in progress {runs} can start, not {count}: of the candidates that have the same {choices}, one run at most is in progress.</source>
   <translation>Neben den laufenden Versuchen können {runs} beginnen, nicht {count}: Von den Kandidaten mit gleichem Wert bei {choices} läuft immer höchstens ein Versuch.</translation>
  </message>
  <message>
   <source>Best candidates so far</source>
   <translation>Bisher beste Kandidaten</translation>
  </message>
  <message>
   <source>Between 0 and {most_at_once} next experiments can be printed, not {count}.</source>
   <translation>Zwischen 0 und {most_at_once} nächste Versuche können gedruckt werden, nicht {count}.</translation>
  </message>
  <message>
   <source>Between 1 and {most_at_once} candidates can be suggested at once, not {count}.</source>
   <translation>Zwischen 1 und {most_at_once} Kandidaten können auf einmal vorgeschlagen werden, nicht {count}.</translation>
  </message>
  <message>
   <source>Between 1 and {most_labels} labels can be printed at once, not {count}.</source>
   <translation>Zwischen 1 und {most_labels} Etiketten können auf einmal gedruckt werden, nicht {count}.</translation>
  </message>
  <message>
   <source>Between 1 and {most_repeats} runs can be recorded at once, not {runs}.</source>
   <translation>Zwischen 1 und {most_repeats} Versuche können auf einmal eingetragen werden, nicht {runs}.</translation>
  </message>
  <message>
   <source>Blank cells can be refused, left out with their row, or filled with the median.</source>
   <translation>Leere Zellen können abgelehnt, mit ihrer Zeile weggelassen oder mit dem Median gefüllt werden.</translation>
  </message>
  <message>
   <source>Blind entry is yes or no, not “{value}”.</source>
   <translation>Blinde Eingabe ist yes oder no, nicht „{value}“.</translation>
  </message>
  <message>
   <source>Blocks need the belief moments or full: the weights of diagonal cannot vary together.</source>
   <translation>Blöcke brauchen das Modell moments oder full: Die Gewichte von diagonal können sich nicht gemeinsam ändern.</translation>
  </message>
  <message>
   <source>Brier score after n runs (smaller is better)</source>
   <translation>Brier-Score nach n Versuchen (kleiner ist besser)</translation>
  </message>
  <message>
   <source>By</source>
   <translation>Von</translation>
  </message>
  <message>
   <source>By the toss of a coin, a candidate that may well be the best, or its closest rival.</source>
   <translation>Nach Münzwurf ein Kandidat, der gut der beste sein kann, oder sein nächster Rivale.</translation>
  </message>
  <message>
   <source>By turns for what the run may change and to find out which candidate is best.</source>
   <translation>Abwechselnd nach dem, was der Versuch ändern kann, und um herauszufinden, welcher Kandidat der beste ist.</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Candidates are named by a text or a list of texts, not by {candidates}.</source>
   <translation>Kandidaten werden durch einen Text oder eine Liste von Texten benannt, nicht durch {candidates}.</translation>
  </message>
  <message>
   <source>Chain of entries</source>
   <translation>Kette der Einträge</translation>
  </message>
  <message>
   <source>Changed settings</source>
   <translation>Geänderte Einstellungen</translation>
  </message>
  <message>
   <source>Changed the {setting} to {value}</source>
   <translation>Geändert: {setting} auf {value}</translation>
  </message>
  <message>
   <source>Check the disk of {folder}</source>
   <translation>Prüfen Sie den Datenträger von {folder}</translation>
  </message>
  <message>
   <source>Check the disk, and the right to read and write there.</source>
   <translation>Prüfen Sie den Datenträger und das Recht, dort zu lesen und zu schreiben.</translation>
  </message>
  <message>
   <source>Choices</source>
   <translation>Festlegungen</translation>
  </message>
  <message>
   <source>Chosen by a person: its value of testing is {value}, and {gap} points less than that of {other}, which was suggested.</source>
   <translation>Von einem Menschen gewählt: Der Wert eines Versuchs ist {value}, {gap} Punkte weniger als bei {other}, dem vorgeschlagenen Kandidaten.</translation>
  </message>
  <message>
   <source>Chosen by a person: its value of testing is {value}, and {gap} points more than that of {other}, which was suggested.</source>
   <translation>Von einem Menschen gewählt: Der Wert eines Versuchs ist {value}, {gap} Punkte mehr als bei {other}, dem vorgeschlagenen Kandidaten.</translation>
  </message>
  <message>
   <source>Chosen by a person: its value of testing is {value}.</source>
   <translation>Von einem Menschen gewählt: Der Wert eines Versuchs ist {value}.</translation>
  </message>
  <message>
   <source>Chosen by “{name}”, a policy of the script.</source>
   <translation>Gewählt von „{name}“, einer Auswahlregel des Skripts.</translation>
  </message>
  <message>
   <source>Chosen for what it may change.</source>
   <translation>Gewählt, weil er etwas ändern kann.</translation>
  </message>
  <message>
   <source>Chosen for what it may change: its value of testing is {value}.</source>
   <translation>Gewählt, weil er etwas ändern kann: Sein Wert ist {value}.</translation>
  </message>
  <message>
   <source>Chosen to find out which candidate is best.</source>
   <translation>Gewählt, um herauszufinden, welcher Kandidat der beste ist.</translation>
  </message>
  <message>
   <source>Chosen together with the other runs of its batch, for what all of them may change.</source>
   <translation>Zusammen mit den anderen Versuchen der Gruppe gewählt, nach dem, was sie alle ändern können.</translation>
  </message>
  <message>
   <source>Column {name} has {text} for every candidate, so nothing can be learnt from it.</source>
   <translation>Spalte {name} enthält für jeden Kandidaten {text}; daraus lässt sich nichts lernen.</translation>
  </message>
  <message>
   <source>Column {name} holds {text}.</source>
   <translation>Spalte {name} enthält {text}.</translation>
  </message>
  <message>
   <source>Column {name} is blank.</source>
   <translation>Spalte {name} ist leer.</translation>
  </message>
  <message>
   <source>Column {name}: a code looks like a long number that a spreadsheet has rounded (first {text} in {word} {place}).</source>
   <translation>Spalte {name}: Ein Code sieht aus wie eine lange Zahl, die eine Tabellenkalkulation gerundet hat (zuerst {text} in {word} {place}).</translation>
  </message>
  <message>
   <source>Column {name}: cells with words or limits were made numbers or blank ({word} {listed}).</source>
   <translation>Spalte {name}: Zellen mit Wörtern oder Grenzwerten wurden zu Zahlen oder gelten als leer ({word} {listed}).</translation>
  </message>
  <message>
   <source>Column {name}: errors of a spreadsheet are blank cells: {errors}.</source>
   <translation>Spalte {name}: Was eine Tabellenkalkulation nicht berechnen konnte, sind leere Zellen: {errors}.</translation>
  </message>
  <message>
   <source>Column {name}: every candidate has a word of its own, so nothing can be learnt.</source>
   <translation>Spalte {name}: Jeder Kandidat hat ein eigenes Wort; daraus lässt sich nichts lernen.</translation>
  </message>
  <message>
   <source>Column {name}: one blank cell filled with the median {number} ({word} {lines}).</source>
   <translation>Spalte {name}: eine leere Zelle mit dem Median {number} gefüllt ({word} {lines}).</translation>
  </message>
  <message>
   <source>Column {name}: one blank cell means “none” ({word} {lines}).</source>
   <translation>Spalte {name}: eine leere Zelle heißt „none“, keines ({word} {lines}).</translation>
  </message>
  <message>
   <source>Column {name}: the sign “−” is read as a minus.</source>
   <translation>Spalte {name}: Das Zeichen „−“ wird als Minus gelesen.</translation>
  </message>
  <message>
   <source>Column {name}: the unit {unit} in its cells is taken for that of the column.</source>
   <translation>Spalte {name}: Die Einheit {unit} in ihren Zellen gilt als die der Spalte.</translation>
  </message>
  <message>
   <source>Column {name}: thousands separators are taken out ({text} in {word} {line} is {number}).</source>
   <translation>Spalte {name}: Tausendertrennzeichen werden entfernt ({text} in {word} {line} ist {number}).</translation>
  </message>
  <message>
   <source>Column {name}: what stands behind “±” in its cells is not read.</source>
   <translation>Spalte {name}: Was in ihren Zellen hinter „±“ steht, wird nicht gelesen.</translation>
  </message>
  <message>
   <source>Column {name}: {count} blank cells filled with the median {number} ({word}s {lines}).</source>
   <translation>Spalte {name}: {count} leere Zellen mit dem Median {number} gefüllt ({word}n {lines}).</translation>
  </message>
  <message>
   <source>Column {name}: {count} blank cells mean “none” ({word}s {lines}).</source>
   <translation>Spalte {name}: {count} leere Zellen heißen „none“, keines ({word}n {lines}).</translation>
  </message>
  <message>
   <source>Column {name}: {count} codes look like a long number that a spreadsheet has rounded (first {text} in {word} {place}).</source>
   <translation>Spalte {name}: {count} Codes sehen aus wie lange Zahlen, die eine Tabellenkalkulation gerundet hat (zuerst {text} in {word} {place}).</translation>
  </message>
  <message>
   <source>Column {name}: {count} of {all} codes are dates (first {text} in {word} {place}). If a spreadsheet made them from codes such as 1-2 or MAR3, correct them, so that they are those on the samples.</source>
   <translation>Spalte {name}: {count} von {all} Codes sind Datumsangaben (zuerst {text} in {word} {place}). Hat ein Tabellenprogramm sie aus Codes wie 1-2 oder MAR3 gemacht, berichtigen Sie sie, damit sie denen auf den Proben gleichen.</translation>
  </message>
  <message>
   <source>Column {name}: {one} and {other} differ only in capital letters and are taken as two.</source>
   <translation>Spalte {name}: {one} und {other} unterscheiden sich nur in der Großschreibung und gelten als zwei.</translation>
  </message>
  <message>
   <source>Column {name}: {word} is taken for a word like the others; where it means a missing value, empty these cells.</source>
   <translation>Spalte {name}: {word} gilt als ein Wort wie die anderen; wo es für einen fehlenden Wert steht, leeren Sie diese Zellen.</translation>
  </message>
  <message>
   <source>Column {number} has no heading: it is called {name} and kept with the data. To learn from it, say so.</source>
   <translation>Spalte {number} hat keine Überschrift: Sie heißt hier {name} und bleibt bei den Daten. Soll aus ihr gelernt werden, sagen Sie es.</translation>
  </message>
  <message>
   <source>Column “{name}” contains something that is not a number.</source>
   <translation>Spalte „{name}“ enthält etwas, das keine Zahl ist.</translation>
  </message>
  <message>
   <source>Column “{name}” has no finite number for {where}: fill it in.</source>
   <translation>Spalte „{name}“ hat keine endliche Zahl für {where}: Tragen Sie sie ein.</translation>
  </message>
  <message>
   <source>Column “{name}” is on a log scale but {where} has a value that is not greater than 0: choose the plain scale or correct the value.</source>
   <translation>Spalte „{name}“ hat eine logarithmische Skala, aber {where} hat einen Wert, der nicht größer als 0 ist: Wählen Sie die gewöhnliche Skala oder verbessern Sie den Wert.</translation>
  </message>
  <message>
   <source>Columns passed over: {names}.</source>
   <translation>Übergangene Spalten: {names}.</translation>
  </message>
  <message>
   <source>Compiled kernels of all users are kept on Linux only. Each user's start compiles its own.</source>
   <translation>Übersetzte Rechenkerne für alle Benutzer gibt es nur unter Linux. Bei jedem Benutzer übersetzt der Start die eigenen.</translation>
  </message>
  <message>
   <source>Conditions</source>
   <translation>Bedingungen</translation>
  </message>
  <message>
   <source>Conditions of these candidates</source>
   <translation>Bedingungen dieser Kandidaten</translation>
  </message>
  <message>
   <source>Control {name}{place} did NOT pass.</source>
   <translation>Die Kontrolle {name}{place} hat NICHT bestanden.</translation>
  </message>
  <message>
   <source>Controls: {passed} of {count} passed.</source>
   <translation>Kontrollen: {passed} von {count} bestanden.</translation>
  </message>
  <message>
   <source>Corrected run {run} to {column} {level}</source>
   <translation>Versuch {run} korrigiert: {column} {level}</translation>
  </message>
  <message>
   <source>Corrected run {run} to {result}</source>
   <translation>Versuch {run} korrigiert zu {result}</translation>
  </message>
  <message>
   <source>Corrections</source>
   <translation>Korrekturen</translation>
  </message>
  <message>
   <source>Cost minus that of {first}, after {n} measurements (above 0: {first} is better), {rule}</source>
   <translation>Abstand minus der von {first}, nach {n} Versuchen (über 0: {first} ist besser), {rule}</translation>
  </message>
  <message>
   <source>Current best candidate, which was never run: {candidate}. Expected success {share}, with a {level} range from {low} to {high}, concluded from the outcomes of other candidates alone.</source>
   <translation>Derzeit bester Kandidat, der nie versucht wurde: {candidate}. Erfolgsaussicht {share}, mit einem {level}-Bereich von {low} bis {high}, allein aus den Ergebnissen anderer Kandidaten geschlossen.</translation>
  </message>
  <message>
   <source>Current best candidate: {candidate}. Expected success {share}, with a {level} range from {low} to {high}; it has neither succeeded nor failed yet.</source>
   <translation>Derzeit bester Kandidat: {candidate}. Erfolgsaussicht {share}, mit einem {level}-Bereich von {low} bis {high}; er hatte noch weder Erfolg noch Fehlschlag.</translation>
  </message>
  <message>
   <source>Current best candidate: {candidate}. Expected success {share}, with a {level} range from {low} to {high}; it was run {times}, of these {good} with success.</source>
   <translation>Aktuell bester Kandidat: {candidate}. Erfolgsaussicht {share}, mit einem {level}-Bereich von {low} bis {high}; {times} ausgeführt, davon {good} mit Erfolg.</translation>
  </message>
  <message>
   <source>Dask is not installed, so that no cluster can be used: install kgdesk with its extra “dask”, or rehearse on this computer.</source>
   <translation>Dask ist nicht installiert, sodass kein Cluster verwendet werden kann: Installieren Sie kgdesk mit dem Zusatz „dask“, oder spielen Sie auf diesem Computer durch.</translation>
  </message>
  <message>
   <source>Data frames need narwhals: pip install 'kgdesk[frames]'.</source>
   <translation>Tabellen dieser Art brauchen narwhals: pip install 'kgdesk[frames]'.</translation>
  </message>
  <message>
   <source>Decided on this computer: the other branch, seen at {place}, does not count. Reason: {reason}</source>
   <translation>Auf diesem Computer entschieden: der andere Zweig, gesehen unter {place}, zählt nicht. Grund: {reason}</translation>
  </message>
  <message>
   <source>Defined {count} attributes</source>
   <translation>{count} Merkmale festgelegt</translation>
  </message>
  <message>
   <source>Did you mean “{near}”?</source>
   <translation>Meinten Sie „{near}“?</translation>
  </message>
  <message>
   <source>Differences in the same worlds</source>
   <translation>Unterschiede in denselben Welten</translation>
  </message>
  <message>
   <source>Discriminative</source>
   <translation>Diskriminativ</translation>
  </message>
  <message>
   <source>Drawn at random.</source>
   <translation>Gelost.</translation>
  </message>
  <message>
   <source>Each outcome is +1 (success) or -1 (failure).</source>
   <translation>Jedes Ergebnis ist +1 (Erfolg) oder -1 (Fehlschlag).</translation>
  </message>
  <message>
   <source>Each replay draws {rows} of the {size} rows with an outcome, {successes} of them successes.</source>
   <translation>Jeder Durchgang lost {rows} der {size} Zeilen mit einem Ergebnis, davon {successes} Erfolge.</translation>
  </message>
  <message>
   <source>Either outcome</source>
   <translation>Jedes der beiden Ergebnisse</translation>
  </message>
  <message>
   <source>Either outcome of {candidate}</source>
   <translation>Jedes der beiden Ergebnisse von {candidate}</translation>
  </message>
  <message>
   <source>Empty wells: {count}.</source>
   <translation>Leere Wells: {count}.</translation>
  </message>
  <message>
   <source>Entered in kgdesk by ____________________  on ____________________</source>
   <translation>In kgdesk eingetragen von ____________________  am ____________________</translation>
  </message>
  <message>
   <source>Entries</source>
   <translation>Einträge</translation>
  </message>
  <message>
   <source>Entries 1 to {common} are those that the file had; from entry {first} on those of {name} were taken.</source>
   <translation>Die Einträge 1 bis {common} sind die, die die Datei hatte; ab Eintrag {first} wurden die aus {name} übernommen.</translation>
  </message>
  <message>
   <source>Entries wait on this computer for {other} ({count}), not for {here}, and both addresses lead to the same study. They are sent to neither by themselves. Send them where they were recorded for or, if the study has moved, here.</source>
   <translation>Auf diesem Computer warten Einträge auf {other} ({count}), nicht auf {here}, und beide Adressen führen zu derselben Studie. Von selbst werden sie an keine gesendet. Senden Sie sie dorthin, wofür sie eingetragen wurden, oder hierher, wenn die Studie umgezogen ist.</translation>
  </message>
  <message>
   <source>Entries {first} to {last} of the file as it was are dropped: {count} in all. They stay in {kept}.</source>
   <translation>Die Einträge {first} bis {last} der bisherigen Datei entfallen: {count} insgesamt. Sie bleiben in {kept}.</translation>
  </message>
  <message>
   <source>Entry {first} of the file as it was is dropped. It stays in {kept}.</source>
   <translation>Eintrag {first} der bisherigen Datei entfällt. Er bleibt in {kept}.</translation>
  </message>
  <message>
   <source>Entry {seq} (“{kind}”) of this study does not make sense. Restore the study from a backup or an archive.</source>
   <translation>Eintrag {seq} („{kind}“) dieser Studie ergibt keinen Sinn. Stellen Sie die Studie aus einer Sicherung oder einem Archiv wieder her.</translation>
  </message>
  <message>
   <source>Entry {seq} (“{kind}”) was made by a newer kgdesk ({app_version}): open the study with that version.</source>
   <translation>Eintrag {seq} („{kind}“) stammt von einem neueren kgdesk ({app_version}): Öffnen Sie die Studie mit dieser Version.</translation>
  </message>
  <message>
   <source>Entry {seq} (“{kind}”, by {operator}) does not make sense and is set aside: it stays on record, and nothing is computed from it. kgdesk does not write such entries: find out who did.</source>
   <translation>Eintrag {seq} („{kind}“, von {operator}) ergibt keinen Sinn und ist beiseitegelegt: Er bleibt in der Aufzeichnung, und nichts wird aus ihm berechnet. kgdesk schreibt solche Einträge nicht: Finden Sie heraus, wer es war.</translation>
  </message>
  <message>
   <source>Entry {seq} has another hash than the head given: an entry up to there was replaced, or the head is of another copy of the study. The entry has the hash {hash}.</source>
   <translation>Eintrag {seq} hat eine andere Prüfsumme als der angegebene Kopf: ein Eintrag bis dorthin wurde ersetzt, oder der Kopf gehört zu einer anderen Kopie der Studie. Der Eintrag hat die Prüfsumme {hash}.</translation>
  </message>
  <message>
   <source>Event {count} is not one line of text and cannot be archived.</source>
   <translation>Eintrag {count} ist keine einzelne Textzeile und kann nicht archiviert werden.</translation>
  </message>
  <message>
   <source>Event {number} contains half a character and cannot be archived.</source>
   <translation>Eintrag {number} enthält ein halbes Zeichen und kann nicht archiviert werden.</translation>
  </message>
  <message>
   <source>Event {place} cannot be read.</source>
   <translation>Eintrag {place} kann nicht gelesen werden.</translation>
  </message>
  <message>
   <source>Event {place} is missing.</source>
   <translation>Eintrag {place} fehlt.</translation>
  </message>
  <message>
   <source>Event {place} was changed after it was recorded.</source>
   <translation>Eintrag {place} wurde nach dem Eintragen verändert.</translation>
  </message>
  <message>
   <source>Event {seq} cannot be read.</source>
   <translation>Eintrag {seq} kann nicht gelesen werden.</translation>
  </message>
  <message>
   <source>Event {seq} was changed after it was recorded. Nothing was exported.</source>
   <translation>Eintrag {seq} wurde nach dem Eintragen verändert. Nichts wurde exportiert.</translation>
  </message>
  <message>
   <source>Events are numbered from 1; there is none with the number {seq}.</source>
   <translation>Einträge sind ab 1 nummeriert; es gibt keinen mit der Nummer {seq}.</translation>
  </message>
  <message>
   <source>Every candidate</source>
   <translation>Jeder Kandidat</translation>
  </message>
  <message>
   <source>Every candidate in stock</source>
   <translation>Jeder verfügbare Kandidat</translation>
  </message>
  <message>
   <source>Every candidate is run once; those without an outcome take no part.</source>
   <translation>Jeder Kandidat läuft einmal; solche ohne Ergebnis nehmen nicht teil.</translation>
  </message>
  <message>
   <source>Every candidate is tried as often as this study allows: there is no further run to rehearse.</source>
   <translation>Jeder Kandidat ist so oft ausprobiert, wie diese Studie es zulässt: Es gibt keinen weiteren Versuch durchzuspielen.</translation>
  </message>
  <message>
   <source>Every candidate with {where} is in stock already.</source>
   <translation>Jeder Kandidat mit {where} ist schon verfügbar.</translation>
  </message>
  <message>
   <source>Every candidate with {where} is out of stock already.</source>
   <translation>Kein Kandidat mit {where} ist noch verfügbar.</translation>
  </message>
  <message>
   <source>Every entry is chained to the one before it by SHA-256; the head is the hash of the last one. The chain alone does not show that nothing was changed: somebody who can write to the file can replace entries and compute the chain again. The head on this page does show it: a study that holds this head has the same entries up to it. Names of operators are typed: kgdesk does not check who typed them.</source>
   <translation>Jeder Eintrag ist durch SHA-256 mit dem davor verkettet; der Kopf ist die Prüfsumme des letzten. Die Kette allein zeigt nicht, dass nichts geändert wurde: wer in die Datei schreiben kann, kann Einträge ersetzen und die Kette neu berechnen. Der Kopf auf dieser Seite zeigt es: eine Studie, die diesen Kopf enthält, hat bis dorthin dieselben Einträge. Namen von Bediener:innen sind eingetippt: kgdesk prüft nicht, wer sie eingetippt hat.</translation>
  </message>
  <message>
   <source>Every policy meets the same outcomes: differences between policies are paired.</source>
   <translation>Jede Auswahlregel trifft auf dieselben Ergebnisse: Die Unterschiede zwischen den Auswahlregeln sind gepaart.</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>Exported to {file}</source>
   <translation>Exportiert nach {file}</translation>
  </message>
  <message>
   <source>Finished by {operator} on {time} with {running}.</source>
   <translation>Abgeschlossen von {operator} am {time}, dabei noch {running}.</translation>
  </message>
  <message>
   <source>Finished by {operator} on {time}.</source>
   <translation>Abgeschlossen von {operator} am {time}.</translation>
  </message>
  <message>
   <source>Finished by {operator} with {running}: {reason}</source>
   <translation>Abgeschlossen von {operator}, dabei noch {running}: {reason}</translation>
  </message>
  <message>
   <source>Finished by {operator}: {reason}</source>
   <translation>Abgeschlossen von {operator}: {reason}</translation>
  </message>
  <message>
   <source>Finished runs cannot be kept in “{folder}” ({problem}): if the rehearsal is cut off, it starts from the beginning.</source>
   <translation>Fertige Verläufe lassen sich in „{folder}“ nicht aufbewahren ({problem}): Wird das Durchspielen abgebrochen, beginnt es von vorn.</translation>
  </message>
  <message>
   <source>Finished runs kept in “{folder}”: {count}. Started again with the same settings, the rehearsal resumes from there.</source>
   <translation>Fertige Verläufe, aufbewahrt in „{folder}“: {count}. Mit denselben Einstellungen noch einmal gestartet, geht das Durchspielen dort weiter.</translation>
  </message>
  <message>
   <source>Finished the study</source>
   <translation>Studie abgeschlossen</translation>
  </message>
  <message>
   <source>Finished the study with 1 run in progress</source>
   <translation>Studie mit 1 laufenden Versuch abgeschlossen</translation>
  </message>
  <message>
   <source>Finished the study with {count} runs in progress</source>
   <translation>Studie mit {count} laufenden Versuchen abgeschlossen</translation>
  </message>
  <message>
   <source>Finishing a study</source>
   <translation>Das Abschließen einer Studie</translation>
  </message>
  <message>
   <source>First for what the run may change, after a third of the runs by turns to find out which candidate is best.</source>
   <translation>Erst nach dem, was der Versuch ändern kann, nach einem Drittel der Versuche abwechselnd damit, um herauszufinden, welcher Kandidat der beste ist.</translation>
  </message>
  <message>
   <source>Fisher information</source>
   <translation>Fisher-Information</translation>
  </message>
  <message>
   <source>Fisher information, exact</source>
   <translation>Fisher-Information, exakt</translation>
  </message>
  <message>
   <source>Fixed the scaling of {count} columns</source>
   <translation>Skalierung von {count} Spalten festgelegt</translation>
  </message>
  <message>
   <source>Forked: from entry {first} on this copy has other entries than {place}, which was seen with {seq} entries. Entries were replaced, or the study was continued in two places: find out which copy is right before you rely on either.</source>
   <translation>Abweichend: ab Eintrag {first} enthält diese Kopie andere Einträge als {place}, gesehen mit {seq} Einträgen. Einträge wurden ersetzt, oder die Studie wurde an zwei Orten fortgesetzt: finden Sie heraus, welche Kopie stimmt, bevor Sie sich auf eine verlassen.</translation>
  </message>
  <message>
   <source>Forked: this copy has other entries than {place}, which was seen with {seq} entries. Entries were replaced, or the study was continued in two places: find out which copy is right before you rely on either.</source>
   <translation>Abweichend: diese Kopie enthält andere Einträge als {place}, gesehen mit {seq} Einträgen. Einträge wurden ersetzt, oder die Studie wurde an zwei Orten fortgesetzt: finden Sie heraus, welche Kopie stimmt, bevor Sie sich auf eine verlassen.</translation>
  </message>
  <message>
   <source>Free space on {folder}</source>
   <translation>Schaffen Sie Platz auf {folder}</translation>
  </message>
  <message>
   <source>From 2 to {size} rows with an outcome can be drawn from this table, not {rows}.</source>
   <translation>Aus dieser Tabelle lassen sich 2 bis {size} Zeilen mit einem Ergebnis ziehen, nicht {rows}.</translation>
  </message>
  <message>
   <source>From here on the model learns from the outcomes alone: a fit to the values of more than {most} runs would take too long.</source>
   <translation>Von nun an lernt das Modell aus den Ergebnissen allein: Eine Anpassung an die Werte von mehr als {most} Versuchen würde zu lange dauern.</translation>
  </message>
  <message>
   <source>Give a study, as Campaign.open(...).study, or a pool, as read_pool(...).pool, not a {kind}.</source>
   <translation>Geben Sie eine Studie an, wie „Campaign.open(...).study“, oder Kandidaten, wie „read_pool(...).pool“, nicht {kind}.</translation>
  </message>
  <message>
   <source>Go on</source>
   <translation>Weitermachen</translation>
  </message>
  <message>
   <source>Gradient and information in turns</source>
   <translation>Wissensgradient und Information abwechselnd</translation>
  </message>
  <message>
   <source>Gradient first, then in turns</source>
   <translation>Erst Wissensgradient, dann abwechselnd</translation>
  </message>
  <message>
   <source>Head of the chain</source>
   <translation>Kopf der Kette</translation>
  </message>
  <message>
   <source>Highest chance of success</source>
   <translation>Größte Erfolgschance</translation>
  </message>
  <message>
   <source>How good are the predictions for what was never run?</source>
   <translation>Wie gut sind die Vorhersagen für das, was nie gelaufen ist?</translation>
  </message>
  <message>
   <source>How often each rule stopped, when, and how often the recommended candidate was then more than so many percentage points below the best; the mean loss is by how many points it was below the best on average</source>
   <translation>Wie oft jede Regel aufgehört hat, wann, und wie oft der empfohlene Kandidat dann mehr als so viele Prozentpunkte unter dem besten lag; der mittlere Verlust sagt, um wie viele Punkte er im Mittel unter dem besten lag</translation>
  </message>
  <message>
   <source>How soon are successes found?</source>
   <translation>Wie bald werden Erfolge gefunden?</translation>
  </message>
  <message>
   <source>If the other copy does not count, as a practice copy, settle it.</source>
   <translation>Zählt die andere Kopie nicht, etwa weil sie zum Üben war, so erledigen Sie das.</translation>
  </message>
  <message>
   <source>Ignored 1 blank {word} above the headings.</source>
   <translation>1 leere {word} über den Überschriften übergangen.</translation>
  </message>
  <message>
   <source>Ignored 1 blank {word} at the end.</source>
   <translation>1 leere {word} am Ende übergangen.</translation>
  </message>
  <message>
   <source>Ignored 1 empty column without a heading on the right.</source>
   <translation>1 leere Spalte ohne Überschrift am rechten Rand übergangen.</translation>
  </message>
  <message>
   <source>Ignored 1 empty column without a heading.</source>
   <translation>1 leere Spalte ohne Überschrift übergangen.</translation>
  </message>
  <message>
   <source>Ignored {count} blank {word}s above the headings.</source>
   <translation>{count} leere {word}n über den Überschriften übergangen.</translation>
  </message>
  <message>
   <source>Ignored {count} blank {word}s at the end.</source>
   <translation>{count} leere {word}n am Ende übergangen.</translation>
  </message>
  <message>
   <source>Ignored {count} empty columns without headings on the right.</source>
   <translation>{count} leere Spalten ohne Überschrift am rechten Rand übergangen.</translation>
  </message>
  <message>
   <source>Ignored {count} empty columns without headings.</source>
   <translation>{count} leere Spalten ohne Überschrift übergangen.</translation>
  </message>
  <message>
   <source>Imported {count} candidates from {file}</source>
   <translation>{count} Kandidaten aus {file} importiert</translation>
  </message>
  <message>
   <source>Imported {count} outcomes from {file}</source>
   <translation>{count} Ergebnisse aus {file} importiert</translation>
  </message>
  <message>
   <source>In progress since {time}, started by {operator}</source>
   <translation>Läuft seit {time}, begonnen von {operator}</translation>
  </message>
  <message>
   <source>In the study already: {names}. Leave these rows out of the table.</source>
   <translation>Schon in der Studie: {names}. Lassen Sie diese Zeilen in der Tabelle weg.</translation>
  </message>
  <message>
   <source>Information about the best</source>
   <translation>Information über den Besten</translation>
  </message>
  <message>
   <source>Install kgdesk again; if it stays so, this computer computes wrongly.</source>
   <translation>Installieren Sie kgdesk neu; bleibt es dabei, rechnet dieser Computer falsch.</translation>
  </message>
  <message>
   <source>Is the recommended candidate a success?</source>
   <translation>Ist der empfohlene Kandidat ein Erfolg?</translation>
  </message>
  <message>
   <source>It is damaged again and again.</source>
   <translation>Sie wird immer wieder beschädigt.</translation>
  </message>
  <message>
   <source>It is damaged and cannot be moved aside.</source>
   <translation>Sie ist beschädigt und lässt sich nicht beiseitelegen.</translation>
  </message>
  <message>
   <source>It is not sure that the entry is on the disk of {parent}. Try again.</source>
   <translation>Es ist nicht sicher, dass der Eintrag auf dem Datenträger von {parent} liegt. Versuchen Sie es noch einmal.</translation>
  </message>
  <message>
   <source>It learns from {names} and {count} more.</source>
   <translation>Gelernt wird aus {names} und {count} weiteren.</translation>
  </message>
  <message>
   <source>It learns from {names}.</source>
   <translation>Gelernt wird aus {names}.</translation>
  </message>
  <message>
   <source>It may be UTF-16 without its mark: save it as “CSV UTF-8”.</source>
   <translation>Es könnte UTF-16 ohne Kennzeichen sein: Speichern Sie sie als „CSV UTF-8“.</translation>
  </message>
  <message>
   <source>It was found damaged: look at what waits.</source>
   <translation>Sie wurde beschädigt vorgefunden: sehen Sie nach, was wartet.</translation>
  </message>
  <message>
   <source>It was moved while it was open.</source>
   <translation>Sie wurde verschoben, während sie offen war.</translation>
  </message>
  <message>
   <source>It was written by a newer version of kgdesk: install that version.</source>
   <translation>Eine neuere Version von kgdesk hat sie geschrieben: Installieren Sie jene Version.</translation>
  </message>
  <message>
   <source>Its disk or network drive does not answer.</source>
   <translation>Der Datenträger oder das Netzlaufwerk antwortet nicht.</translation>
  </message>
  <message>
   <source>Keep it in a folder of this computer and send copies, or keep it on a PostgreSQL server.</source>
   <translation>Bewahren Sie sie in einem Ordner dieses Computers auf und verschicken Sie Kopien, oder legen Sie sie auf einen PostgreSQL-Server.</translation>
  </message>
  <message>
   <source>Kept with the data</source>
   <translation>Mit den Daten aufbewahrt</translation>
  </message>
  <message>
   <source>Kind</source>
   <translation>Art</translation>
  </message>
  <message>
   <source>Knowledge gradient</source>
   <translation>Wissensgradient</translation>
  </message>
  <message>
   <source>Knowledge gradient with repeats</source>
   <translation>Wissensgradient mit Wiederholungen</translation>
  </message>
  <message>
   <source>Labels of {study}</source>
   <translation>Etiketten: {study}</translation>
  </message>
  <message>
   <source>Learning from an earlier study needs the belief moments or full: diagonal has no weights to compare.</source>
   <translation>Aus einer früheren Studie lernt nur das Modell moments oder full: diagonal hat keine Gewichte, die sich vergleichen lassen.</translation>
  </message>
  <message>
   <source>Learnt from “{name}”: {both}.</source>
   <translation>Gelernt aus „{name}“: {both}.</translation>
  </message>
  <message>
   <source>Leaving out the rows with blank cells costs {count} of {all} rows; to fill them costs none.</source>
   <translation>Die Zeilen mit leeren Zellen wegzulassen kostet {count} von {all} Zeilen; sie auszufüllen kostet keine.</translation>
  </message>
  <message>
   <source>Limits are for suggestions, not for candidates that a person chooses: leave them out.</source>
   <translation>Grenzen gelten für Vorschläge, nicht für Kandidaten, die ein Mensch wählt: Lassen Sie sie weg.</translation>
  </message>
  <message>
   <source>Line {line}: a cell goes on in the next line.</source>
   <translation>Zeile {line}: Eine Zelle geht in der nächsten Zeile weiter.</translation>
  </message>
  <message>
   <source>Line {line}: write a name, an equals sign and the levels, for example Temperature = 20, 40, 60.</source>
   <translation>Zeile {line}: Schreiben Sie einen Namen, ein Gleichheitszeichen und die Stufen, wie Temperatur = 20, 40, 60.</translation>
  </message>
  <message>
   <source>Line {line}: {text} occurs twice.</source>
   <translation>Zeile {line}: {text} steht zweimal da.</translation>
  </message>
  <message>
   <source>Line {number} is not an event of a study.</source>
   <translation>Zeile {number} ist kein Eintrag einer Studie.</translation>
  </message>
  <message>
   <source>Log score after n runs (smaller is better)</source>
   <translation>Log-Score nach n Versuchen (kleiner ist besser)</translation>
  </message>
  <message>
   <source>Logistic bound</source>
   <translation>Logistische Schranke</translation>
  </message>
  <message>
   <source>Look at the Candidates list for the names.</source>
   <translation>Die Namen stehen in der Liste der Kandidaten.</translation>
  </message>
  <message>
   <source>Made run {run} void</source>
   <translation>Versuch {run} für ungültig erklärt</translation>
  </message>
  <message>
   <source>Made the study {name}</source>
   <translation>Studie {name} angelegt</translation>
  </message>
  <message>
   <source>Made the worklist {id} ({name})</source>
   <translation>Arbeitsliste {id} ({name}) angelegt</translation>
  </message>
  <message>
   <source>Mean number of successes among the {n} measurements</source>
   <translation>Mittlere Zahl der Erfolge unter den {n} Versuchen</translation>
  </message>
  <message>
   <source>Mean over the pools: plug-in / predictive recommendation</source>
   <translation>Mittel über die Tabellen: Empfehlung nach Punktschätzung / nach Vorhersage</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Bedeutung</translation>
  </message>
  <message>
   <source>Most uncertain</source>
   <translation>Unsicherster</translation>
  </message>
  <message>
   <source>NOT RIGHT</source>
   <translation>GESTÖRT</translation>
  </message>
  <message>
   <source>Name at least one setting to change.</source>
   <translation>Nennen Sie mindestens eine Einstellung, die sich ändern soll.</translation>
  </message>
  <message>
   <source>Name at least one stopping rule to join.</source>
   <translation>Nennen Sie mindestens eine Stoppregel.</translation>
  </message>
  <message>
   <source>Named no column any more as the one that says where a sample lies</source>
   <translation>Keine Spalte mehr als Ort der Proben benannt</translation>
  </message>
  <message>
   <source>Named no column any more as the one with the codes of the samples</source>
   <translation>Keine Spalte mehr für die Codes der Proben benannt</translation>
  </message>
  <message>
   <source>Named nothing any more that runs share</source>
   <translation>Nichts mehr genannt, was Versuche gemeinsam haben</translation>
  </message>
  <message>
   <source>Named what runs share: {columns}</source>
   <translation>Genannt, was Versuche gemeinsam haben: {columns}</translation>
  </message>
  <message>
   <source>Named “{column}” as the column that says where a sample lies</source>
   <translation>„{column}“ als Spalte mit dem Ort der Proben benannt</translation>
  </message>
  <message>
   <source>Named “{column}” as the column with the codes of the samples</source>
   <translation>„{column}“ als Spalte mit den Codes der Proben benannt</translation>
  </message>
  <message>
   <source>Next: run {run}</source>
   <translation>Als Nächstes: Versuch {run}</translation>
  </message>
  <message>
   <source>Next: run {run} if these are started in this order, {candidate}.</source>
   <translation>Als Nächstes: Versuch {run}, falls diese in dieser Reihenfolge begonnen werden, {candidate}.</translation>
  </message>
  <message>
   <source>Next: run {run}, {candidate}.</source>
   <translation>Als Nächstes: Versuch {run}, {candidate}.</translation>
  </message>
  <message>
   <source>No Dask scheduler answers at “{address}”; nothing was written. See that it runs and that its address is right, as tcp://10.0.0.5:8786, or rehearse on this computer.</source>
   <translation>Unter „{address}“ antwortet kein Dask-Scheduler; nichts wurde geschrieben. Sehen Sie nach, ob er läuft und die Adresse stimmt, wie tcp://10.0.0.5:8786, oder spielen Sie auf diesem Computer durch.</translation>
  </message>
  <message>
   <source>No attribute of “{name}” is one of this study: name, unit and logarithm must be the same. It has {theirs}; this study has {ours}.</source>
   <translation>Kein Merkmal von „{name}“ gehört zu dieser Studie: Name, Einheit und Logarithmus müssen übereinstimmen. Dort gibt es {theirs}, hier {ours}.</translation>
  </message>
  <message>
   <source>No candidate has a value of “{column}”.</source>
   <translation>Kein Kandidat hat einen Wert in „{column}“.</translation>
  </message>
  <message>
   <source>No candidate is named: choose at least one.</source>
   <translation>Es ist kein Kandidat genannt: Wählen Sie mindestens einen.</translation>
  </message>
  <message>
   <source>No candidate satisfies “{text}”.</source>
   <translation>Kein Kandidat erfüllt „{text}“.</translation>
  </message>
  <message>
   <source>No candidate that satisfies “{where}” can be run now.</source>
   <translation>Kein Kandidat, der „{where}“ erfüllt, kann jetzt geprüft werden.</translation>
  </message>
  <message>
   <source>No copy was made.</source>
   <translation>Es wurde keine Kopie gemacht.</translation>
  </message>
  <message>
   <source>No entry has the hash given: entries were replaced or are missing, or the head is of another copy of the study.</source>
   <translation>Kein Eintrag hat die angegebene Prüfsumme: Einträge wurden ersetzt oder fehlen, oder der Kopf gehört zu einer anderen Kopie der Studie.</translation>
  </message>
  <message>
   <source>No entry waits on this computer for {source} that belongs to the study {place}.</source>
   <translation>Auf diesem Computer wartet kein Eintrag auf {source}, der zur Studie {place} gehört.</translation>
  </message>
  <message>
   <source>No file “{name}” with outcomes on record was read: choose one of {known}.</source>
   <translation>Es wurde keine Datei „{name}“ mit eingetragenen Ergebnissen gelesen: Wählen Sie eine von {known}.</translation>
  </message>
  <message>
   <source>No outcome changes.</source>
   <translation>Kein Ergebnis ändert sich.</translation>
  </message>
  <message>
   <source>No outcome is given for free: a simulated run starts from the prior, or from the outcomes so far.</source>
   <translation>Kein Ergebnis ist geschenkt: Ein durchgespielter Verlauf beginnt mit der Vorannahme oder mit den bisherigen Ergebnissen.</translation>
  </message>
  <message>
   <source>No outcome is recorded yet: nothing can be said about the candidates.</source>
   <translation>Noch ist kein Ergebnis eingetragen: Über die Kandidaten lässt sich nichts sagen.</translation>
  </message>
  <message>
   <source>No outcome is recorded yet: run a candidate first.</source>
   <translation>Noch ist kein Ergebnis erfasst: Testen Sie zuerst einen Kandidaten.</translation>
  </message>
  <message>
   <source>No outcome of {file} is left to undo.</source>
   <translation>Von {file} ist kein Ergebnis mehr zurückzunehmen.</translation>
  </message>
  <message>
   <source>No outcome on record came from a file of results, so no file can be undone: undo the newest run.</source>
   <translation>Kein eingetragenes Ergebnis kam aus einer Datei, also gibt es keine zurückzunehmen: Nehmen Sie den neuesten Versuch zurück.</translation>
  </message>
  <message>
   <source>No run has succeeded yet.</source>
   <translation>Noch kein Versuch ist gelungen.</translation>
  </message>
  <message>
   <source>No run is expected to improve the choice by {points:g} percentage points any more.</source>
   <translation>Kein Versuch wird die Wahl voraussichtlich noch um {points:g} Prozentpunkte verbessern.</translation>
  </message>
  <message>
   <source>No run is in progress: ask for at least one of the next experiments.</source>
   <translation>Es läuft kein Versuch: Verlangen Sie mindestens einen der nächsten Versuche.</translation>
  </message>
  <message>
   <source>No run of {candidate} is in progress.</source>
   <translation>Von {candidate} läuft kein Versuch.</translation>
  </message>
  <message>
   <source>No run of {name} is in progress: there is nothing to void.</source>
   <translation>Von {name} läuft kein Versuch: Es gibt nichts für ungültig zu erklären.</translation>
  </message>
  <message>
   <source>No single run can change the choice</source>
   <translation>Kein einzelner Versuch kann die Wahl ändern</translation>
  </message>
  <message>
   <source>No single run is expected to change which candidate is best</source>
   <translation>Kein einzelner Versuch dürfte ändern, welcher Kandidat der beste ist</translation>
  </message>
  <message>
   <source>No single run is expected to improve the choice</source>
   <translation>Kein einzelner Versuch verbessert die Wahl voraussichtlich</translation>
  </message>
  <message>
   <source>No single run would gain 0.1 percentage points</source>
   <translation>Kein einzelner Versuch brächte 0,1 Prozentpunkte</translation>
  </message>
  <message>
   <source>No study was made.</source>
   <translation>Es wurde keine Studie angelegt.</translation>
  </message>
  <message>
   <source>No value decides for {which}: what was stated stays. Correct or void what is not so.</source>
   <translation>Kein Wert entscheidet für {which}: Was angegeben wurde, bleibt. Korrigieren Sie, was nicht stimmt, oder machen Sie es ungültig.</translation>
  </message>
  <message>
   <source>Nobody is signed in: say who repairs the study.</source>
   <translation>Niemand ist angemeldet: Sagen Sie, wer die Studie repariert.</translation>
  </message>
  <message>
   <source>Nobody is signed in: set the operator first, so that the entry says who made it.</source>
   <translation>Niemand ist angemeldet: Geben Sie zuerst Bediener:in an, damit der Eintrag sagt, von wem er ist.</translation>
  </message>
  <message>
   <source>None yet.</source>
   <translation>Noch keine.</translation>
  </message>
  <message>
   <source>None.</source>
   <translation>Keine.</translation>
  </message>
  <message>
   <source>Not known here: this computer had seen nothing of this study before, so it cannot tell whether entries were replaced or cut off. Compare the head with one that somebody holds.</source>
   <translation>Hier nicht bekannt: dieser Computer hatte von dieser Studie noch nichts gesehen und kann nicht feststellen, ob Einträge ersetzt oder abgeschnitten wurden. Vergleichen Sie den Kopf der Kette mit einem, den jemand besitzt.</translation>
  </message>
  <message>
   <source>Not known here: what this computer has seen of this study cannot be read just now. {why}</source>
   <translation>Hier nicht bekannt: Was dieser Computer von dieser Studie gesehen hat, lässt sich gerade nicht lesen. {why}</translation>
  </message>
  <message>
   <source>Not known yet</source>
   <translation>Noch nicht bekannt</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>Notiz</translation>
  </message>
  <message>
   <source>Noted for run {run}: {text}</source>
   <translation>Notiert zu Versuch {run}: {text}</translation>
  </message>
  <message>
   <source>Noted: {text}</source>
   <translation>Notiert: {text}</translation>
  </message>
  <message>
   <source>Nothing can be kept in {path} on this computer.</source>
   <translation>In {path} lässt sich auf diesem Computer nichts festhalten.</translation>
  </message>
  <message>
   <source>Nothing is recorded.</source>
   <translation>Nichts ist eingetragen.</translation>
  </message>
  <message>
   <source>Nothing waits on this computer for {place}.</source>
   <translation>Auf diesem Computer wartet nichts auf {place}.</translation>
  </message>
  <message>
   <source>Nothing was changed.</source>
   <translation>Nichts wurde geändert.</translation>
  </message>
  <message>
   <source>Nothing was copied.</source>
   <translation>Nichts wurde kopiert.</translation>
  </message>
  <message>
   <source>Nothing was recorded.</source>
   <translation>Es wurde nichts eingetragen.</translation>
  </message>
  <message>
   <source>Nothing would change: the block is that one already.</source>
   <translation>Nichts würde sich ändern: Der Block ist schon dieser.</translation>
  </message>
  <message>
   <source>Nothing would change: the study has no {setting}.</source>
   <translation>Es würde sich nichts ändern; die Studie hat das nicht festgelegt: {setting}.</translation>
  </message>
  <message>
   <source>Nothing would change: the study has “{value}” already.</source>
   <translation>Es würde sich nichts ändern: Die Studie hat „{value}“ schon.</translation>
  </message>
  <message>
   <source>Of 100 candidates between 1 and 99 can be expected to succeed, not {rate}.</source>
   <translation>Von 100 Kandidaten lassen sich zwischen 1 und 99 Erfolge erwarten, nicht {rate}.</translation>
  </message>
  <message>
   <source>Of every candidate that was not run, the predicted chance of success is compared with its outcome. The log score is the mean of −ln(predicted chance of what happened), the Brier score the mean square of predicted chance minus outcome (1 or 0). Perfect predictions have 0; a chance of 50 % for every candidate has {log} and {brier}.</source>
   <translation>Bei jedem Kandidaten, der nicht gelaufen ist, wird die vorhergesagte Erfolgsaussicht mit seinem Ergebnis verglichen. Der Log-Score ist das Mittel von −ln(vorhergesagte Aussicht auf das, was eintrat), der Brier-Score das mittlere Quadrat von vorhergesagter Aussicht minus Ergebnis (1 oder 0). Vollkommene Vorhersagen haben 0; eine Aussicht von 50 % für jeden Kandidaten hat {log} und {brier}.</translation>
  </message>
  <message>
   <source>Of {rows} rows drawn from this table, {least} to {most} can be successes, not {successes}.</source>
   <translation>Von {rows} aus dieser Tabelle gezogenen Zeilen können {least} bis {most} Erfolge sein, nicht {successes}.</translation>
  </message>
  <message>
   <source>Of {runs} runs between 0 and {runs} can be successes, not {successes}.</source>
   <translation>Von {runs} Versuchen können zwischen 0 und {runs} Erfolge sein, nicht {successes}.</translation>
  </message>
  <message>
   <source>One candidate has the same attributes as an earlier one (first {one} and {other}): they count as one in the calculation.</source>
   <translation>Ein Kandidat hat dieselben Merkmale wie ein früherer (zuerst {one} und {other}): Sie zählen in der Rechnung als einer.</translation>
  </message>
  <message>
   <source>One column at most can have the same value in the whole batch, not “{one}” and “{other}”.</source>
   <translation>Höchstens eine Spalte kann in der ganzen Gruppe denselben Wert haben, nicht „{one}“ und „{other}“.</translation>
  </message>
  <message>
   <source>One run alone gains {value}, since one outcome hardly changes which candidate is best</source>
   <translation>Ein Versuch allein bringt {value}, weil ein Ergebnis kaum ändert, welcher Kandidat der beste ist</translation>
  </message>
  <message>
   <source>Online knowledge gradient</source>
   <translation>Wissensgradient, laufender Nutzen</translation>
  </message>
  <message>
   <source>Only the owner of the database {place} repairs a study. Nothing was changed.</source>
   <translation>Nur der Eigentümer der Datenbank {place} repariert eine Studie. Nichts wurde geändert.</translation>
  </message>
  <message>
   <source>Only {name} was rehearsed.</source>
   <translation>Nur {name} wurde durchgespielt.</translation>
  </message>
  <message>
   <source>Only {number} can be suggested at once</source>
   <translation>Es können nur {number} auf einmal vorgeschlagen werden</translation>
  </message>
  <message>
   <source>Only “{name}” has {old}: what these did there is set aside.</source>
   <translation>Nur „{name}“ hat {old}: Was das dort bewirkt hat, bleibt außer Betracht.</translation>
  </message>
  <message>
   <source>Open the newest backup instead, and keep this file.</source>
   <translation>Öffnen Sie stattdessen die neueste Sicherung und heben Sie diese Datei auf.</translation>
  </message>
  <message>
   <source>Opportunity cost of the plug-in recommendation, with its standard error.</source>
   <translation>Abstand der Empfehlung nach Punktschätzung vom besten Kandidaten, mit Standardfehler.</translation>
  </message>
  <message>
   <source>Opportunity cost of the predictive recommendation, with its standard error.</source>
   <translation>Abstand der Empfehlung nach Vorhersage vom besten Kandidaten, mit Standardfehler.</translation>
  </message>
  <message>
   <source>Or run {candidate} {count} times at once: worth {value} points.</source>
   <translation>Oder {candidate} {count}-mal auf einmal ausführen: {value} Punkte wert.</translation>
  </message>
  <message>
   <source>Outcome</source>
   <translation>Ergebnis</translation>
  </message>
  <message>
   <source>Outcome of run {run}</source>
   <translation>Ergebnis von Versuch {run}</translation>
  </message>
  <message>
   <source>Passed over between the rows, as blank or the headings again: {word} {lines}.</source>
   <translation>Zwischen den Zeilen übergangen, da leer oder noch einmal die Überschriften: {word} {lines}.</translation>
  </message>
  <message>
   <source>Plan</source>
   <translation>Plan</translation>
  </message>
  <message>
   <source>Players and truths have learnt from “{name}”.</source>
   <translation>Teilnehmer und Wahrheiten haben aus „{name}“ gelernt.</translation>
  </message>
  <message>
   <source>Plug-in, {sentence}</source>
   <translation>Nach Punktschätzung, {sentence}</translation>
  </message>
  <message>
   <source>Pool by pool</source>
   <translation>Tabelle für Tabelle</translation>
  </message>
  <message>
   <source>Predicted</source>
   <translation>Vorhersage</translation>
  </message>
  <message>
   <source>Predictions have been too sure so far.</source>
   <translation>Die Vorhersagen waren bisher zu sicher.</translation>
  </message>
  <message>
   <source>Printed {time}, after {count} recorded runs. Nothing is recorded by printing.</source>
   <translation>Gedruckt {time}, nach {count} eingetragenen Versuchen. Das Drucken trägt nichts ein.</translation>
  </message>
  <message>
   <source>Products and squares are made of standardised numbers: standardise them, or keep to linear terms.</source>
   <translation>Produkte und Quadrate werden aus standardisierten Zahlen gebildet: Standardisieren Sie die Merkmale, oder bleiben Sie bei linearen Termen.</translation>
  </message>
  <message>
   <source>Put {candidate} back in stock</source>
   <translation>{candidate} wieder verfügbar gemacht</translation>
  </message>
  <message>
   <source>Qt did not start ({last}). Install the libraries that it names.</source>
   <translation>Qt ist nicht gestartet ({last}). Installieren Sie die Bibliotheken, die es nennt.</translation>
  </message>
  <message>
   <source>Qt {version}, platform {platform}</source>
   <translation>Qt {version}, Plattform {platform}</translation>
  </message>
  <message>
   <source>Qt {version}, platform {platform}, no screen used</source>
   <translation>Qt {version}, Plattform {platform}, ohne Bildschirm</translation>
  </message>
  <message>
   <source>Question</source>
   <translation>Frage</translation>
  </message>
  <message>
   <source>Random</source>
   <translation>Zufall</translation>
  </message>
  <message>
   <source>Read {rows} rows of results from {file}</source>
   <translation>{rows} Zeilen mit Ergebnissen aus {file} gelesen</translation>
  </message>
  <message>
   <source>Reason</source>
   <translation>Grund</translation>
  </message>
  <message>
   <source>Recorded (UTC)</source>
   <translation>Zeit (UTC)</translation>
  </message>
  <message>
   <source>Recorded run {run}: {result}</source>
   <translation>Versuch {run} eingetragen: {result}</translation>
  </message>
  <message>
   <source>Rehearsal of {study}</source>
   <translation>Durchspielen von {study}</translation>
  </message>
  <message>
   <source>Reopened the study</source>
   <translation>Studie wieder geöffnet</translation>
  </message>
  <message>
   <source>Reopening a study</source>
   <translation>Das Wiederöffnen einer Studie</translation>
  </message>
  <message>
   <source>Replay of {table}</source>
   <translation>{table} nachgespielt</translation>
  </message>
  <message>
   <source>Replays in which it is one after n runs, %</source>
   <translation>Durchgänge, in denen er nach n Versuchen einer ist, %</translation>
  </message>
  <message>
   <source>Replays with at least one success after n runs, %</source>
   <translation>Durchgänge mit mindestens einem Erfolg nach n Versuchen, %</translation>
  </message>
  <message>
   <source>Restored {count} entries from {name}.</source>
   <translation>{count} Einträge aus {name} wiederhergestellt.</translation>
  </message>
  <message>
   <source>Result</source>
   <translation>Resultat</translation>
  </message>
  <message>
   <source>Row {number} of the table has {cells} cells for {headings} headings.</source>
   <translation>Zeile {number} der Tabelle hat {cells} Zellen zu {headings} Überschriften.</translation>
  </message>
  <message>
   <source>Row {number}, column {heading}: the number is not finite and cannot be written.</source>
   <translation>Zeile {number}, Spalte {heading}: Die Zahl ist nicht endlich und kann nicht geschrieben werden.</translation>
  </message>
  <message>
   <source>Row {number}, column {heading}: the text contains half a character and cannot be written.</source>
   <translation>Zeile {number}, Spalte {heading}: Der Text enthält ein halbes Zeichen und kann nicht geschrieben werden.</translation>
  </message>
  <message>
   <source>Row {number}, column {heading}: the time has no zone and cannot be written.</source>
   <translation>Zeile {number}, Spalte {heading}: Die Zeit hat keine Zeitzone und kann nicht geschrieben werden.</translation>
  </message>
  <message>
   <source>Row {row}, column {heading}: this text is longer than the {max_text} characters of an Excel cell. Export as CSV.</source>
   <translation>Zeile {row}, Spalte {heading}: Dieser Text ist länger als die {max_text} Zeichen einer Excel-Zelle. Exportieren Sie als CSV.</translation>
  </message>
  <message>
   <source>Rows of no candidate of this study: {count} ({names}).</source>
   <translation>Zeilen zu keinem Kandidaten dieser Studie: {count} ({names}).</translation>
  </message>
  <message>
   <source>Rows that were recorded before: {count}.</source>
   <translation>Zeilen, die schon eingetragen waren: {count}.</translation>
  </message>
  <message>
   <source>Rows without a result yet: {count}.</source>
   <translation>Zeilen noch ohne Ergebnis: {count}.</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Versuch</translation>
  </message>
  <message>
   <source>Run it {count} times at once: together these runs are worth {value}.</source>
   <translation>Führen Sie ihn {count}-mal auf einmal aus: Zusammen sind diese Versuche {value} wert.</translation>
  </message>
  <message>
   <source>Run sheet of {study}</source>
   <translation>Versuchsblatt: {study}</translation>
  </message>
  <message>
   <source>Run that found the first success; a replay without one counts as {after}</source>
   <translation>Versuch, der den ersten Erfolg fand; ein Durchgang ohne Erfolg zählt als {after}</translation>
  </message>
  <message>
   <source>Run the best to confirm it: a success of it is all that the stopping rule still asks for.</source>
   <translation>Testen Sie den Besten, um ihn zu bestätigen: Die Stoppregel verlangt nur noch einen Erfolg von ihm.</translation>
  </message>
  <message>
   <source>Run {number} is in progress: it has no outcome yet.</source>
   <translation>Versuch {number} läuft: Er hat noch kein Ergebnis.</translation>
  </message>
  <message>
   <source>Run {run} has that block already: nothing would change.</source>
   <translation>Versuch {run} hat diesen Block schon: Nichts würde sich ändern.</translation>
  </message>
  <message>
   <source>Run {run} is already {outcome} for {candidate}: nothing would change.</source>
   <translation>Versuch {run} ist schon als {outcome} für {candidate} eingetragen: Es würde sich nichts ändern.</translation>
  </message>
  <message>
   <source>Run {run} is not the newest entry, which is run {newest}: correct it to void instead. Nothing was changed.</source>
   <translation>Versuch {run} ist nicht der neueste Eintrag, das ist Versuch {newest}: Korrigieren Sie ihn stattdessen auf ungültig. Geändert wurde nichts.</translation>
  </message>
  <message>
   <source>Run {run} of {candidate} is not in progress: look at the runs in progress again.</source>
   <translation>Versuch {run} mit {candidate} läuft nicht: Sehen Sie noch einmal in die laufenden Versuche.</translation>
  </message>
  <message>
   <source>Run {run} was imported from a table, so it is not undone: correct it in the timeline if it is wrong.</source>
   <translation>Versuch {run} wurde aus einer Tabelle eingelesen und wird darum nicht zurückgenommen: Korrigieren Sie ihn im Verlauf, wenn er falsch ist.</translation>
  </message>
  <message>
   <source>Run {run} was made void by a correction, so its entry is not undone: correct it in the timeline if that is wrong.</source>
   <translation>Versuch {run} wurde durch eine Korrektur ungültig, darum wird sein Eintrag nicht zurückgenommen: Korrigieren Sie ihn im Verlauf, wenn das falsch ist.</translation>
  </message>
  <message>
   <source>Run {run} was not undone last: that was run {last}. Nothing was changed.</source>
   <translation>Versuch {run} wurde nicht zuletzt zurückgenommen: Das war Versuch {last}. Nichts wurde geändert.</translation>
  </message>
  <message>
   <source>Runs</source>
   <translation>Versuche</translation>
  </message>
  <message>
   <source>Runs from here on: {column} {level}</source>
   <translation>Versuche von nun an: {column} {level}</translation>
  </message>
  <message>
   <source>Runs in progress that are closed: {count}.</source>
   <translation>Laufende Versuche, die abgeschlossen werden: {count}.</translation>
  </message>
  <message>
   <source>Runs needed</source>
   <translation>Nötige Versuche</translation>
  </message>
  <message>
   <source>Runs of {name} that stay in progress: {count}.</source>
   <translation>Versuche von {name}, die weiterlaufen: {count}.</translation>
  </message>
  <message>
   <source>Runs that stay in progress: {count}.</source>
   <translation>Versuche, die weiterlaufen: {count}.</translation>
  </message>
  <message>
   <source>Save the table again as “CSV UTF-8”.</source>
   <translation>Speichern Sie die Tabelle neu als „CSV UTF-8“.</translation>
  </message>
  <message>
   <source>Say where to send it.</source>
   <translation>Nennen Sie das Ziel.</translation>
  </message>
  <message>
   <source>Say which column names the candidates: the study was made without one.</source>
   <translation>Sagen Sie, welche Spalte die Kandidaten benennt: Die Studie wurde ohne eine solche angelegt.</translation>
  </message>
  <message>
   <source>Say why it is set aside: the reason is kept.</source>
   <translation>Begründen Sie, warum es beiseitegelegt wird: Die Begründung bleibt erhalten.</translation>
  </message>
  <message>
   <source>Say why the other branch does not count: the reason is kept.</source>
   <translation>Begründen Sie, warum der andere Zweig nicht zählt: Die Begründung bleibt erhalten.</translation>
  </message>
  <message>
   <source>Set aside, as “{kind}” makes no sense: {problem}</source>
   <translation>Beiseitegelegt, da „{kind}“ keinen Sinn ergibt: {problem}</translation>
  </message>
  <message>
   <source>Set that each candidate is run {often}</source>
   <translation>Festgelegt, dass jeder Kandidat {often} versucht wird</translation>
  </message>
  <message>
   <source>Set {candidate} aside until the next run</source>
   <translation>{candidate} bis zum nächsten Versuch zurückgestellt</translation>
  </message>
  <message>
   <source>Setting</source>
   <translation>Einstellung</translation>
  </message>
  <message>
   <source>Sheet {sheet} has merged cells: one over several rows holds its value in each of them.</source>
   <translation>Blatt {sheet} hat verbundene Zellen: Eine über mehrere Zeilen gilt mit ihrem Wert in jeder von ihnen.</translation>
  </message>
  <message>
   <source>Since then</source>
   <translation>Seither</translation>
  </message>
  <message>
   <source>So it was opened for reading only. To go on with this copy take it as it is, on the command line.</source>
   <translation>Sie wurde deshalb nur zum Lesen geöffnet. Um mit dieser Kopie weiterzuarbeiten, übernehmen Sie sie in der Befehlszeile, wie sie ist.</translation>
  </message>
  <message>
   <source>Somebody decided on this computer to go on with it.</source>
   <translation>Auf diesem Computer wurde entschieden, mit ihr weiterzumachen.</translation>
  </message>
  <message>
   <source>Started run {run}: {candidate}</source>
   <translation>Versuch {run} begonnen: {candidate}</translation>
  </message>
  <message>
   <source>Still at stake: {points} percentage points (standard error {error}); the rule asks for at most {limit:g}.</source>
   <translation>Noch auf dem Spiel: {points} Prozentpunkte (Standardfehler {error}); die Regel verlangt höchstens {limit:g}.</translation>
  </message>
  <message>
   <source>Stood before</source>
   <translation>Stand zuvor</translation>
  </message>
  <message>
   <source>Stopping rules</source>
   <translation>Stoppregeln</translation>
  </message>
  <message>
   <source>Study</source>
   <translation>Studie</translation>
  </message>
  <message>
   <source>Success and failure need two different names.</source>
   <translation>Erfolg und Fehlschlag brauchen zwei verschiedene Namen.</translation>
  </message>
  <message>
   <source>Successes came less often than predicted so far.</source>
   <translation>Erfolge waren bisher seltener als vorhergesagt.</translation>
  </message>
  <message>
   <source>Successes came more often than predicted so far.</source>
   <translation>Erfolge waren bisher häufiger als vorhergesagt.</translation>
  </message>
  <message>
   <source>Successes found after n runs</source>
   <translation>Gefundene Erfolge nach n Versuchen</translation>
  </message>
  <message>
   <source>Successes found after n runs: mean over the replays, with its standard error.</source>
   <translation>Gefundene Erfolge nach n Versuchen: Mittel über die Durchgänge, mit seinem Standardfehler.</translation>
  </message>
  <message>
   <source>Successes on the way</source>
   <translation>Erfolge unterwegs</translation>
  </message>
  <message>
   <source>Suggested</source>
   <translation>Vorschlag</translation>
  </message>
  <message>
   <source>Taking out the rows with cells that are not numbers costs {count} of {all} rows; to take limits as their numbers and fill in the median for words costs none.</source>
   <translation>Die Zeilen mit Zellen herauszunehmen, die keine Zahlen sind, kostet {count} von {all} Zeilen; Grenzwerte als ihre Zahlen zu nehmen und für Wörter den Median einzusetzen kostet keine.</translation>
  </message>
  <message>
   <source>The Dask scheduler at “{address}” does not answer any more; nothing was written. Start the rehearsal again when it runs.</source>
   <translation>Der Dask-Scheduler unter „{address}“ antwortet nicht mehr; nichts wurde geschrieben. Starten Sie den Probelauf neu, wenn er läuft.</translation>
  </message>
  <message>
   <source>The address {place} cannot be read. In its password write # as %23, / as %2F, ? as %3F and @ as %40, or keep the password in the file .pgpass.</source>
   <translation>Die Adresse {place} kann nicht gelesen werden. Schreiben Sie im Kennwort # als %23, / als %2F, ? als %3F und @ als %40, oder bewahren Sie das Kennwort in der Datei .pgpass auf.</translation>
  </message>
  <message>
   <source>The archive {name} is protected by a password: save a copy without one.</source>
   <translation>Das Archiv {name} ist durch ein Kennwort geschützt: Speichern Sie eine Kopie ohne Kennwort.</translation>
  </message>
  <message>
   <source>The archive {name} was changed or cut off after it was written: use another copy.</source>
   <translation>Das Archiv {name} wurde nach dem Schreiben verändert oder abgeschnitten: Nehmen Sie eine andere Kopie.</translation>
  </message>
  <message>
   <source>The archive {name} was written by a newer version of kgdesk: install that version to read it.</source>
   <translation>Das Archiv {name} wurde von einer neueren Version von kgdesk geschrieben: Installieren Sie diese Version, um es zu lesen.</translation>
  </message>
  <message>
   <source>The attributes are not standardised: columns with large numbers will outweigh the others, and the value of testing may be zero almost everywhere.</source>
   <translation>Die Merkmale sind nicht standardisiert: Spalten mit großen Zahlen überwiegen die anderen, und der Wert eines Versuchs kann fast überall null sein.</translation>
  </message>
  <message>
   <source>The attributes of a pool must be a list of Attribute, each with a name.</source>
   <translation>Die Merkmale eines Pools müssen eine Liste von Attribute sein, jedes mit einem Namen.</translation>
  </message>
  <message>
   <source>The backup {name} cannot be given its name. Try again.</source>
   <translation>Die Sicherung {name} kann ihren Namen nicht bekommen. Versuchen Sie es noch einmal.</translation>
  </message>
  <message>
   <source>The backup {name} cannot be read back. Check the disk of {folder} and try again.</source>
   <translation>Die Sicherung {name} lässt sich nicht zurücklesen. Prüfen Sie den Datenträger von {folder} und versuchen Sie es noch einmal.</translation>
  </message>
  <message>
   <source>The backup {name} cannot be read just now, and nothing was changed. Try again, or name another one.</source>
   <translation>Die Sicherung {name} lässt sich gerade nicht lesen, und nichts wurde geändert. Versuchen Sie es noch einmal, oder nennen Sie eine andere.</translation>
  </message>
  <message>
   <source>The backup {name} does not replay. Check the disk of {parent}.</source>
   <translation>Die Sicherung {name} lässt sich nicht nachvollziehen. Prüfen Sie den Datenträger von {parent}.</translation>
  </message>
  <message>
   <source>The backups in {folder} cannot be listed. Check the disk and your right to read them.</source>
   <translation>Die Sicherungen in {folder} lassen sich nicht auflisten. Prüfen Sie den Datenträger und Ihr Recht, sie zu lesen.</translation>
  </message>
  <message>
   <source>The beginning of {name} was changed by another program or by a fault. {backup}</source>
   <translation>Der Anfang von {name} wurde durch ein anderes Programm oder eine Störung verändert. {backup}</translation>
  </message>
  <message>
   <source>The belief behind the suggestion in entry {entry} ({candidate}) does not replay from the outcomes before it: the numbers shown then came from elsewhere.</source>
   <translation>Das Modell hinter dem Vorschlag in Eintrag {entry} ({candidate}) ergibt sich nicht aus den Ergebnissen davor: Die damals gezeigten Zahlen stammten von anderswo.</translation>
  </message>
  <message>
   <source>The belief could not be fitted to these outcomes: the attributes' scales and the prior lie too far apart. Standardise the attributes or raise the prior precision.</source>
   <translation>Das Modell konnte diesen Ergebnissen nicht angepasst werden: Die Größen der Merkmale und die Vorannahme liegen zu weit auseinander. Standardisieren Sie die Merkmale oder wählen Sie eine stärkere Vorannahme.</translation>
  </message>
  <message>
   <source>The belief could not be fitted to these values: the attributes' scales and the prior lie too far apart. Standardise the attributes or raise the prior precision.</source>
   <translation>Das Modell ließ sich an diese Werte nicht anpassen: Die Skalen der Merkmale und die Vorannahme liegen zu weit auseinander. Standardisieren Sie die Merkmale oder wählen Sie eine stärkere Vorannahme.</translation>
  </message>
  <message>
   <source>The best balance between success in this run and learning for the runs still planned.</source>
   <translation>Das beste Gleichgewicht zwischen Erfolg in diesem Versuch und Lernen für die noch geplanten.</translation>
  </message>
  <message>
   <source>The best candidate under one set of effects, drawn from all those that fit the outcomes so far.</source>
   <translation>Der beste Kandidat nach einem Satz von Wirkungen, zufällig gezogen aus allen, die zu den bisherigen Ergebnissen passen.</translation>
  </message>
  <message>
   <source>The best next run is expected to improve the choice by {points:.2g} percentage points.</source>
   <translation>Der beste nächste Versuch wird die Wahl voraussichtlich um {points:.2g} Prozentpunkte verbessern.</translation>
  </message>
  <message>
   <source>The best next run is worth {worth:.3g} and costs {cost:g}: it does not pay.</source>
   <translation>Der beste nächste Versuch ist {worth:.3g} wert und kostet {cost:g}: Er lohnt sich nicht.</translation>
  </message>
  <message>
   <source>The best next run is worth {worth:.3g} and costs {cost:g}: it pays.</source>
   <translation>Der beste nächste Versuch ist {worth:.3g} wert und kostet {cost:g}: Er lohnt sich.</translation>
  </message>
  <message>
   <source>The best now</source>
   <translation>Der aktuell Beste</translation>
  </message>
  <message>
   <source>The candidate most similar to the many others whose outcomes are hard to predict.</source>
   <translation>Der Kandidat, der den vielen anderen mit schwer vorherzusagendem Ergebnis am ähnlichsten ist.</translation>
  </message>
  <message>
   <source>The candidate whose outcome is hardest to predict.</source>
   <translation>Der Kandidat, dessen Ergebnis am schwersten vorherzusagen ist.</translation>
  </message>
  <message>
   <source>The candidate with the highest expected success.</source>
   <translation>Der Kandidat mit der höchsten Erfolgsaussicht.</translation>
  </message>
  <message>
   <source>The candidate with the highest success that is still plausible.</source>
   <translation>Der Kandidat mit dem höchsten Erfolg, der noch plausibel ist.</translation>
  </message>
  <message>
   <source>The candidate with the largest expected gain per run, whether it is run once or several times.</source>
   <translation>Der Kandidat, der je Versuch den größten Gewinn verspricht, ob einmal oder mehrmals versucht.</translation>
  </message>
  <message>
   <source>The certificate of the chances cannot be read: make another with kgdesk calibrate.</source>
   <translation>Das Zertifikat der Wahrscheinlichkeiten ist nicht lesbar: Erstellen Sie ein neues mit kgdesk calibrate.</translation>
  </message>
  <message>
   <source>The certificate of the ranges cannot be read: make another with kgdesk calibrate.</source>
   <translation>Das Zertifikat der Bereiche kann nicht gelesen werden: Erstellen Sie mit kgdesk calibrate ein neues.</translation>
  </message>
  <message>
   <source>The chance at which to stop</source>
   <translation>Die Wahrscheinlichkeit, bei der aufgehört wird,</translation>
  </message>
  <message>
   <source>The chance that the recommended candidate is within {points:g} percentage points of the best is {chance:.0f} %.</source>
   <translation>Die Wahrscheinlichkeit, dass der empfohlene Kandidat höchstens {points:g} Prozentpunkte unter dem besten liegt, ist {chance:.0f} %.</translation>
  </message>
  <message>
   <source>The chance that the recommended candidate is within {points:g} percentage points of the best is {chance:.0f} %; {level:g} % is asked for.</source>
   <translation>Die Wahrscheinlichkeit, dass der empfohlene Kandidat höchstens {points:g} Prozentpunkte unter dem besten liegt, ist {chance:.0f} %; verlangt sind {level:g} %.</translation>
  </message>
  <message>
   <source>The clock of this computer shows {now}, which cannot be right: set it, and try again. Nothing was changed.</source>
   <translation>Die Uhr dieses Computers zeigt {now}, was nicht stimmen kann: Stellen Sie sie, und versuchen Sie es noch einmal. Es wurde nichts geändert.</translation>
  </message>
  <message>
   <source>The clock was {seconds} seconds behind the last entry</source>
   <translation>Die Uhr stand {seconds} Sekunden hinter dem letzten Eintrag</translation>
  </message>
  <message>
   <source>The cluster at “{address}” has no worker left; nothing was written. Start workers and then the rehearsal again.</source>
   <translation>Der Cluster unter „{address}“ hat keinen Rechner mehr; nichts wurde geschrieben. Starten Sie Rechner und dann den Probelauf neu.</translation>
  </message>
  <message>
   <source>The cluster runs another kgdesk: {theirs} on {where}, and {ours} here; nothing was written. Install the same version on every worker.</source>
   <translation>Der Cluster verwendet ein anderes kgdesk: {theirs} auf {where} und {ours} hier; nichts wurde geschrieben. Installieren Sie dieselbe Version auf jedem Rechner.</translation>
  </message>
  <message>
   <source>The cluster was left before its runs were done; nothing was written.</source>
   <translation>Der Cluster wurde verlassen, bevor er fertig war; nichts wurde geschrieben.</translation>
  </message>
  <message>
   <source>The code stands in {word} {line} too, with other values.</source>
   <translation>Der Code steht auch in {word} {line}, mit anderen Werten.</translation>
  </message>
  <message>
   <source>The code “{code}” in “{column}” means two candidates, {other} and {name}: give each sample a code of its own, or leave the column out as the one with the codes.</source>
   <translation>Der Code „{code}“ in „{column}“ steht für zwei Kandidaten, {other} und {name}: Geben Sie jeder Probe einen eigenen Code oder lassen Sie die Spalte als die mit den Codes weg.</translation>
  </message>
  <message>
   <source>The column “run” numbers runs that exist already: leave it out to record new ones, or import the table to restore them. Nothing was recorded.</source>
   <translation>Die Spalte „run“ nummeriert Versuche, die es schon gibt: Lassen Sie sie weg, um neue einzutragen, oder importieren Sie die Tabelle, um sie wiederherzustellen. Eingetragen wurde nichts.</translation>
  </message>
  <message>
   <source>The column “{column}” has two limits of one kind: keep one of them.</source>
   <translation>Die Spalte „{column}“ hat zwei Grenzen derselben Art: Behalten Sie eine davon.</translation>
  </message>
  <message>
   <source>The column “{column}” is named twice for the card.</source>
   <translation>Die Spalte „{column}“ ist für die Karte zweimal genannt.</translation>
  </message>
  <message>
   <source>The column “{heading}” is not a list: give one value per row.</source>
   <translation>Die Spalte „{heading}“ ist keine Liste: Geben Sie einen Wert je Zeile an.</translation>
  </message>
  <message>
   <source>The columns differ in length: each needs one value per row.</source>
   <translation>Die Spalten sind verschieden lang: Jede braucht einen Wert je Zeile.</translation>
  </message>
  <message>
   <source>The columns of a pool must be lists: one for each attribute and kept column.</source>
   <translation>Die Spalten eines Pools müssen Listen sein: eine für jedes Merkmal und jede mitgeführte Spalte.</translation>
  </message>
  <message>
   <source>The columns of the table differ in length: each needs one value per candidate.</source>
   <translation>Die Spalten der Tabelle sind verschieden lang: Jede braucht einen Wert je Kandidat.</translation>
  </message>
  <message>
   <source>The columns of values differ in length: each attribute needs one value per row.</source>
   <translation>Die Spalten der Werte sind verschieden lang: Jedes Merkmal braucht einen Wert je Zeile.</translation>
  </message>
  <message>
   <source>The compiled kernels could not be kept in {folder}: the folder cannot be written or the disk is full. kgdesk works all the same and compiles them at each start.</source>
   <translation>Die übersetzten Rechenkerne konnten in {folder} nicht aufbewahrt werden: Der Ordner ist schreibgeschützt oder der Datenträger voll. kgdesk arbeitet trotzdem und übersetzt sie bei jedem Start.</translation>
  </message>
  <message>
   <source>The condition is empty: write, for example, "Solvent = DMF".</source>
   <translation>Die Bedingung ist leer: Schreiben Sie zum Beispiel "Solvent = DMF".</translation>
  </message>
  <message>
   <source>The cost of a run must be 0 or more, not {cost}.</source>
   <translation>Die Kosten eines Versuchs müssen 0 oder mehr sein, nicht {cost}.</translation>
  </message>
  <message>
   <source>The covariance</source>
   <translation>Die Kovarianz</translation>
  </message>
  <message>
   <source>The covariance has a negative entry on its diagonal.</source>
   <translation>Die Kovarianz hat auf ihrer Diagonale einen negativen Eintrag.</translation>
  </message>
  <message>
   <source>The covariance is not one: two weights vary together more than each does alone.</source>
   <translation>Die Kovarianz ist keine: Zwei Gewichte ändern sich gemeinsam stärker als jedes allein.</translation>
  </message>
  <message>
   <source>The covariance is not symmetric.</source>
   <translation>Die Kovarianz ist nicht symmetrisch.</translation>
  </message>
  <message>
   <source>The decimal mark is “point” or “comma”, not {decimal}.</source>
   <translation>Das Dezimalzeichen ist „point“ oder „comma“, nicht {decimal}.</translation>
  </message>
  <message>
   <source>The design matrix</source>
   <translation>Die Designmatrix</translation>
  </message>
  <message>
   <source>The design matrix has no rows: give at least one candidate.</source>
   <translation>Die Designmatrix hat keine Zeilen: Geben Sie mindestens einen Kandidaten an.</translation>
  </message>
  <message>
   <source>The deviation of the expected effect of {name} must be greater than 0: how far off may it be?</source>
   <translation>Die Abweichung der erwarteten Wirkung von {name} muss größer als 0 sein: Wie weit darf sie danebenliegen?</translation>
  </message>
  <message>
   <source>The disk is full.</source>
   <translation>Der Datenträger ist voll.</translation>
  </message>
  <message>
   <source>The disk is full. {safe} Free space on {parent} and try again.</source>
   <translation>Der Datenträger ist voll. {safe} Schaffen Sie Platz auf {parent} und versuchen Sie es noch einmal.</translation>
  </message>
  <message>
   <source>The disk of {parent} cannot lock a file, so {name} can be read but not changed. Copy the study to a disk of this computer.</source>
   <translation>Der Datenträger von {parent} kann keine Datei sperren; {name} kann daher gelesen, aber nicht geändert werden. Kopieren Sie die Studie auf einen Datenträger dieses Computers.</translation>
  </message>
  <message>
   <source>The disk of {parent} is full, so {name} can be read but not changed. Free some space and open it again.</source>
   <translation>Der Datenträger von {parent} ist voll; {name} kann daher gelesen, aber nicht geändert werden. Schaffen Sie Platz und öffnen Sie die Studie erneut.</translation>
  </message>
  <message>
   <source>The disk of {place} is full.{safe} Tell its administrator.</source>
   <translation>Der Datenträger von {place} ist voll.{safe} Sagen Sie es dem Verwalter.</translation>
  </message>
  <message>
   <source>The distance from the best</source>
   <translation>Der Abstand zum besten</translation>
  </message>
  <message>
   <source>The entry cannot wait in {folder} either. {why}</source>
   <translation>Der Eintrag kann auch nicht in {folder} warten. {why}</translation>
  </message>
  <message>
   <source>The entry contains a value of the kind {kind}, which cannot be stored.</source>
   <translation>Der Eintrag enthält einen Wert der Art {kind}, der nicht gespeichert werden kann.</translation>
  </message>
  <message>
   <source>The entry contains a value that cannot be stored as text.</source>
   <translation>Der Eintrag enthält einen Wert, der nicht als Text gespeichert werden kann.</translation>
  </message>
  <message>
   <source>The entry has a key that is not text and cannot be stored.</source>
   <translation>Der Eintrag hat einen Schlüssel, der kein Text ist, und kann nicht gespeichert werden.</translation>
  </message>
  <message>
   <source>The entry is nested deeper than {deepest} levels and cannot be stored.</source>
   <translation>Der Eintrag ist tiefer als {deepest} Ebenen verschachtelt und kann nicht gespeichert werden.</translation>
  </message>
  <message>
   <source>The entry is too large for {name}. {safe} Split it up.</source>
   <translation>Der Eintrag ist zu groß für {name}. {safe} Teilen Sie ihn auf.</translation>
  </message>
  <message>
   <source>The entry “{kind}” does not make sense in this study, so nothing was recorded: {problem}</source>
   <translation>Der Eintrag „{kind}“ ergibt in dieser Studie keinen Sinn, daher wurde nichts aufgezeichnet: {problem}</translation>
  </message>
  <message>
   <source>The events of {name} are whole, but the file around them is damaged. {backup}</source>
   <translation>Die Einträge von {name} sind unversehrt, aber die Datei um sie herum ist beschädigt. {backup}</translation>
  </message>
  <message>
   <source>The exact belief to compare with could not be worked out closely enough: these outcomes leave a belief that is too far from a normal one.</source>
   <translation>Das genaue Modell zum Vergleich ließ sich nicht genau genug berechnen: Diese Ergebnisse führen zu einem Modell, das zu weit von einem normalverteilten entfernt ist.</translation>
  </message>
  <message>
   <source>The expected effect of {name} is stated twice: leave one out.</source>
   <translation>Die erwartete Wirkung von {name} ist zweimal angegeben: Lassen Sie eine weg.</translation>
  </message>
  <message>
   <source>The facts of an event are not written as kgdesk writes them.</source>
   <translation>Die Angaben eines Eintrags sind nicht so geschrieben, wie kgdesk schreibt.</translation>
  </message>
  <message>
   <source>The file that was there is kept as {kept}.</source>
   <translation>Die bisherige Datei bleibt als {kept} erhalten.</translation>
  </message>
  <message>
   <source>The file {lock} beside {name} belongs to another user and does not let you write to the study, which can only be read. Ask them to open the study once, or to give {lock} the rights of the study.</source>
   <translation>Die Datei {lock} neben {name} gehört einem anderen Benutzer und lässt Sie nicht in die Studie schreiben, die daher nur gelesen werden kann. Bitten Sie ihn, die Studie einmal zu öffnen oder {lock} die Rechte der Studie zu geben.</translation>
  </message>
  <message>
   <source>The file {name} is protected against writing: it can be read but not changed. Remove the protection, or copy the study to another folder.</source>
   <translation>Die Datei {name} ist schreibgeschützt: Sie kann gelesen, aber nicht geändert werden. Heben Sie den Schutz auf, oder kopieren Sie die Studie in einen anderen Ordner.</translation>
  </message>
  <message>
   <source>The first column has no heading: it is taken as row numbers and called {name}.</source>
   <translation>Die erste Spalte hat keine Überschrift: Sie gilt als Zeilennummern und heißt {name}.</translation>
  </message>
  <message>
   <source>The first entries of the study are not whole, so nothing was changed. Restore it from a backup or an archive under another name.</source>
   <translation>Die ersten Einträge der Studie sind nicht heil; nichts wurde geändert. Stellen Sie sie aus einer Sicherung oder einem Archiv unter einem anderen Namen wieder her.</translation>
  </message>
  <message>
   <source>The folder of {name} {why}, so it was opened for reading only. {elsewhere}</source>
   <translation>Der Ordner von {name} {why}, deshalb ist die Studie nur zum Lesen geöffnet. {elsewhere}</translation>
  </message>
  <message>
   <source>The folder of {path_name} cannot be found ({reason}). Check it, or choose one with a shorter path.</source>
   <translation>Der Ordner von {path_name} ist nicht zu finden ({reason}). Prüfen Sie ihn, oder wählen Sie einen mit kürzerem Pfad.</translation>
  </message>
  <message>
   <source>The folder {folder} cannot be read. Check its name and your right to read it.</source>
   <translation>Der Ordner {folder} kann nicht gelesen werden. Prüfen Sie seinen Namen und ob Sie ihn lesen dürfen.</translation>
  </message>
  <message>
   <source>The folder {folder} does not answer, so {name} was not touched. Check the network or the disk and try again.</source>
   <translation>Der Ordner {folder} antwortet nicht, deshalb wurde {name} nicht angerührt. Prüfen Sie das Netz oder den Datenträger und versuchen Sie es noch einmal.</translation>
  </message>
  <message>
   <source>The folder {folder} for backups cannot be made. Choose another place for them.</source>
   <translation>Der Ordner {folder} für Sicherungen kann nicht angelegt werden. Wählen Sie einen anderen Ort dafür.</translation>
  </message>
  <message>
   <source>The folder {parent} cannot be written any more, and kgdesk writes there while it changes {name}. {safe} Ask for the right to write there and try again.</source>
   <translation>In den Ordner {parent} kann nicht mehr geschrieben werden, und kgdesk schreibt dort, während es {name} ändert. {safe} Bitten Sie um das Recht, dort zu schreiben, und versuchen Sie es noch einmal.</translation>
  </message>
  <message>
   <source>The folder {parent} cannot be written, so {name} can be read but not changed. Ask for the right to write there, or copy the study to another folder.</source>
   <translation>In den Ordner {parent} kann nicht geschrieben werden, deshalb lässt sich {name} lesen, aber nicht ändern. Lassen Sie sich das Schreiben dort erlauben, oder kopieren Sie die Studie in einen anderen Ordner.</translation>
  </message>
  <message>
   <source>The folder {parent} {why}: a study there could lose entries. {elsewhere}</source>
   <translation>Der Ordner {parent} {why}: Eine Studie dort könnte Einträge verlieren. {elsewhere}</translation>
  </message>
  <message>
   <source>The folder {path} cannot be made. Choose another folder, or ask for the right to write there.</source>
   <translation>Der Ordner {path} kann nicht angelegt werden. Wählen Sie einen anderen, oder lassen Sie sich das Schreiben dort erlauben.</translation>
  </message>
  <message>
   <source>The folder {why}. The variable KGDESK_DATA names another folder.</source>
   <translation>Der Ordner {why}. Die Variable KGDESK_DATA nennt einen anderen Ordner.</translation>
  </message>
  <message>
   <source>The heading {heading} is not text: name each column.</source>
   <translation>Die Überschrift {heading} ist kein Text: Benennen Sie jede Spalte.</translation>
  </message>
  <message>
   <source>The headings are in {word}s {line} and {next}; a heading of a group gives way to those below it.</source>
   <translation>Die Überschriften stehen in {word} {line} und {next}; die Überschrift einer Gruppe weicht denen darunter.</translation>
  </message>
  <message>
   <source>The headings {one} and {other} differ only in capital letters; they are two columns.</source>
   <translation>Die Überschriften {one} und {other} unterscheiden sich nur in der Großschreibung; es sind zwei Spalten.</translation>
  </message>
  <message>
   <source>The id of an entry belongs to another one of {name} already. Nothing was recorded; open the study again and repeat the entry.</source>
   <translation>Die Kennung eines Eintrags gehört in {name} schon zu einem anderen. Nichts wurde eingetragen; öffnen Sie die Studie neu und wiederholen Sie den Eintrag.</translation>
  </message>
  <message>
   <source>The knowledge gradient with logistic belief models: the experiment of Wang, Wang and Powell (ICML 2016)</source>
   <translation>Der Wissensgradient mit logistischen Modellen: das Experiment von Wang, Wang und Powell (ICML 2016)</translation>
  </message>
  <message>
   <source>The last write to {name} was interrupted and cannot be undone here, because the file or its folder cannot be written. Open it once where you may write, or copy it there with its journal.</source>
   <translation>Das letzte Schreiben in {name} wurde unterbrochen und kann hier nicht rückgängig gemacht werden, weil die Datei oder ihr Ordner schreibgeschützt ist. Öffnen Sie die Studie einmal dort, wo Sie schreiben dürfen, oder kopieren Sie sie mit ihrem Journal dorthin.</translation>
  </message>
  <message>
   <source>The level {level} of “{name}” is no text: write "{level}".</source>
   <translation>Die Stufe {level} von „{name}“ ist kein Text: Schreiben Sie "{level}".</translation>
  </message>
  <message>
   <source>The library libpq of this computer is older than 17, with which a server could be given the password in the clear. Install the one that comes with kgdesk: pip install 'kgdesk[postgres]'.</source>
   <translation>Die Bibliothek libpq dieses Computers ist älter als 17; mit ihr könnte ein Server das Kennwort im Klartext bekommen. Installieren Sie die, die zu kgdesk gehört: pip install 'kgdesk[postgres]'.</translation>
  </message>
  <message>
   <source>The lines of a table are counted from 1: there is no line {line}.</source>
   <translation>Die Zeilen einer Tabelle werden ab 1 gezählt: Eine Zeile {line} gibt es nicht.</translation>
  </message>
  <message>
   <source>The list of outcomes</source>
   <translation>Die Liste der Ergebnisse</translation>
  </message>
  <message>
   <source>The manifest is not JSON.</source>
   <translation>Das Verzeichnis des Archivs enthält etwas anderes als JSON.</translation>
  </message>
  <message>
   <source>The mean</source>
   <translation>Der Mittelwert</translation>
  </message>
  <message>
   <source>The measured row</source>
   <translation>Die gemessene Zeile</translation>
  </message>
  <message>
   <source>The measured rows</source>
   <translation>Die gemessenen Zeilen</translation>
  </message>
  <message>
   <source>The model leaves products of two attributes out: with them it would have {columns} columns for {runs} planned runs.</source>
   <translation>Das Modell lässt Produkte je zweier Merkmale weg: mit ihnen hätte es {columns} Spalten für {runs} geplante Versuche.</translation>
  </message>
  <message>
   <source>The most informative run of those that can be suggested now: its value of testing is {value}.</source>
   <translation>Der aufschlussreichste Versuch unter denen, die jetzt in Frage kommen: Sein Wert ist {value}.</translation>
  </message>
  <message>
   <source>The most informative run: its value of testing is {value}.</source>
   <translation>Der aufschlussreichste Versuch: Sein Wert ist {value}.</translation>
  </message>
  <message>
   <source>The name</source>
   <translation>Der Name</translation>
  </message>
  <message>
   <source>The name of the operator</source>
   <translation>Der Name der bedienenden Person</translation>
  </message>
  <message>
   <source>The name {name}… is too long. Use fewer than 200 letters.</source>
   <translation>Der Name {name}… ist zu lang. Nehmen Sie weniger als 200 Buchstaben.</translation>
  </message>
  <message>
   <source>The name {text} contains bytes that are not text. Rename the file or the folder.</source>
   <translation>Der Name {text} enthält Bytes, die kein Text sind. Benennen Sie die Datei oder den Ordner um.</translation>
  </message>
  <message>
   <source>The names of the candidates must be a list of texts: write them in quotation marks.</source>
   <translation>Die Namen der Kandidaten müssen eine Liste von Texten sein: Schreiben Sie sie in Anführungszeichen.</translation>
  </message>
  <message>
   <source>The note is empty: write what is to be kept.</source>
   <translation>Die Notiz ist leer: Schreiben Sie, was festgehalten werden soll.</translation>
  </message>
  <message>
   <source>The number at {place} is {leaf}; only finite numbers can be stored.</source>
   <translation>Die Zahl bei {place} ist {leaf}; nur endliche Zahlen können gespeichert werden.</translation>
  </message>
  <message>
   <source>The number of planned runs must be at least 1, not {budget}.</source>
   <translation>Es muss mindestens 1 Versuch geplant sein, nicht {budget}.</translation>
  </message>
  <message>
   <source>The number of planned runs must be between 1 and {most}, not {budget}.</source>
   <translation>Die Zahl der geplanten Versuche muss zwischen 1 und {most} liegen, nicht {budget}.</translation>
  </message>
  <message>
   <source>The number of processes must be at least 1, not {workers}.</source>
   <translation>Es muss mindestens 1 Prozess sein, nicht {workers}.</translation>
  </message>
  <message>
   <source>The number of runs at once must be between 0 (not set) and {most}, not {count}.</source>
   <translation>Die Zahl der Versuche zugleich muss zwischen 0 (nicht festgelegt) und {most} liegen, nicht {count}.</translation>
  </message>
  <message>
   <source>The number of simulated runs and the seed are whole numbers.</source>
   <translation>Die Zahl der simulierten Läufe und der Startwert sind ganze Zahlen.</translation>
  </message>
  <message>
   <source>The number of simulated runs must be from 1 to {most_runs}, not {runs}.</source>
   <translation>Zwischen 1 und {most_runs} simulierte Durchgänge sind möglich, nicht {runs}.</translation>
  </message>
  <message>
   <source>The number of weights must be a whole number from 0 to {most}, not {number}.</source>
   <translation>Die Anzahl der Gewichte muss eine ganze Zahl von 0 bis {most} sein, nicht {number}.</translation>
  </message>
  <message>
   <source>The numbers differ from those of scipy.{name} by {difference}: this computer computes wrongly. Install kgdesk again.</source>
   <translation>Die Zahlen weichen um {difference} von denen von scipy.{name} ab: Dieser Computer rechnet falsch. Installieren Sie kgdesk neu.</translation>
  </message>
  <message>
   <source>The numbers in column “{name}” are too small to tell apart: use another unit.</source>
   <translation>Die Zahlen der Spalte „{name}“ sind zu klein, um sich zu unterscheiden: Nehmen Sie eine andere Einheit.</translation>
  </message>
  <message>
   <source>The numbers in {name} are too large for the belief (row {row} holds {x}): standardise the attributes, use another unit, or raise the prior precision.</source>
   <translation>Die Zahlen von {name} sind zu groß für das Modell (Zeile {row} enthält {x}): Standardisieren Sie die Merkmale, nehmen Sie eine andere Einheit, oder wählen Sie eine stärkere Vorannahme.</translation>
  </message>
  <message>
   <source>The numbers of outcomes must rise from at least 1.</source>
   <translation>Die Zahlen der Ergebnisse müssen von mindestens 1 an steigen.</translation>
  </message>
  <message>
   <source>The outcome of the run in progress is not counted in.</source>
   <translation>Das Ergebnis des laufenden Versuchs ist nicht eingerechnet.</translation>
  </message>
  <message>
   <source>The outcomes alone, prior weights left out, favour {what}, more than {number} to 1.</source>
   <translation>Die Ergebnisse allein, ohne die Vorgewichte, sprechen für {what}, mehr als {number} zu 1.</translation>
  </message>
  <message>
   <source>The outcomes alone, prior weights left out, favour {what}, {number} to 1.</source>
   <translation>Die Ergebnisse allein, ohne die Vorgewichte, sprechen für {what}, {number} zu 1.</translation>
  </message>
  <message>
   <source>The outcomes of the table are the truth. No policy learns any of them before its first run.</source>
   <translation>Die Ergebnisse der Tabelle sind die Wahrheit. Keine Auswahlregel erfährt eines davon vor ihrem ersten Versuch.</translation>
  </message>
  <message>
   <source>The outcomes of the {count} runs in progress are not counted in.</source>
   <translation>Die Ergebnisse der {count} laufenden Versuche sind nicht eingerechnet.</translation>
  </message>
  <message>
   <source>The outcomes so far do not tell a bend from a straight line.</source>
   <translation>Die bisherigen Ergebnisse lassen offen, ob der Verlauf gekrümmt oder gerade ist.</translation>
  </message>
  <message>
   <source>The part for servers is missing in this installation. Install kgdesk again; your studies stay.</source>
   <translation>Der Teil für Server fehlt in dieser Installation. Installieren Sie kgdesk neu; Ihre Studien bleiben.</translation>
  </message>
  <message>
   <source>The plan is used up, and the best is not proven</source>
   <translation>Plan aufgebraucht, Bester nicht belegt</translation>
  </message>
  <message>
   <source>The plate map beside the table ({count} columns) is not read.</source>
   <translation>Der Plattenplan neben der Tabelle ({count} Spalten) wird nicht gelesen.</translation>
  </message>
  <message>
   <source>The policy “{name}” has given a score that is not a finite number.</source>
   <translation>Die Auswahlregel „{name}“ hat einen Wert geliefert, der keine endliche Zahl ist.</translation>
  </message>
  <message>
   <source>The policy “{name}” has to give one finite number for each of the {count} different candidates (rows of context.X), not an array of shape {shape}.</source>
   <translation>Die Auswahlregel „{name}“ muss für jeden der {count} verschiedenen Kandidaten (Zeilen von context.X) eine endliche Zahl liefern, nicht ein Feld der Form {shape}.</translation>
  </message>
  <message>
   <source>The policy “{name}” is named twice: leave one out.</source>
   <translation>Die Auswahlregel „{name}“ ist zweimal genannt: Lassen Sie eine weg.</translation>
  </message>
  <message>
   <source>The precision</source>
   <translation>Die Präzision</translation>
  </message>
  <message>
   <source>The prior mean</source>
   <translation>Der Mittelwert der Vorannahme</translation>
  </message>
  <message>
   <source>The prior mean of the intercept must be a finite number.</source>
   <translation>Der Mittelwert der Vorannahme für den Achsenabschnitt muss eine endliche Zahl sein.</translation>
  </message>
  <message>
   <source>The prior must be a MomentBelief, not a {kind}.</source>
   <translation>Die Vorannahme muss ein MomentBelief sein, kein {kind}.</translation>
  </message>
  <message>
   <source>The prior precision</source>
   <translation>Die Stärke der Vorannahme</translation>
  </message>
  <message>
   <source>The prior precision must be a number greater than 0, not {prior_precision}.</source>
   <translation>Die Stärke der Vorannahme muss eine Zahl größer als 0 sein, nicht {prior_precision}.</translation>
  </message>
  <message>
   <source>The prior precision of products and squares must be a number greater than 0, not {given}.</source>
   <translation>Die Stärke der Vorannahme für Produkte und Quadrate muss eine Zahl größer als 0 sein, nicht {given}.</translation>
  </message>
  <message>
   <source>The program's own file “{name}” is missing. Install kgdesk again; your studies stay.</source>
   <translation>Die Datei „{name}“ des Programms fehlt. Installieren Sie kgdesk neu; Ihre Studien bleiben erhalten.</translation>
  </message>
  <message>
   <source>The rehearsal was stopped; nothing of it was written.</source>
   <translation>Der Probelauf wurde angehalten; nichts davon wurde geschrieben.</translation>
  </message>
  <message>
   <source>The results cannot be written to the folder “{out}”: choose another one.</source>
   <translation>Die Ergebnisse können nicht in den Ordner „{out}“ geschrieben werden: Wählen Sie einen anderen.</translation>
  </message>
  <message>
   <source>The run cannot have been done at {happened_at}: that is still to come.</source>
   <translation>Der Versuch kann nicht am {happened_at} stattgefunden haben: Das liegt noch in der Zukunft.</translation>
  </message>
  <message>
   <source>The run that helps most to predict the outcomes of all candidates, above all the doubtful ones.</source>
   <translation>Der Versuch, der am meisten hilft, die Ergebnisse aller Kandidaten vorherzusagen, vor allem der zweifelhaften.</translation>
  </message>
  <message>
   <source>The run that is expected to improve the final choice most.</source>
   <translation>Der Versuch, der die endgültige Wahl voraussichtlich am meisten verbessert.</translation>
  </message>
  <message>
   <source>The run that narrows down the effects of the attributes most, over all candidates.</source>
   <translation>Der Versuch, der über alle Kandidaten am meisten eingrenzt, was die Merkmale bewirken.</translation>
  </message>
  <message>
   <source>The run that would leave the least doubt about the other candidates if it turns out as hoped.</source>
   <translation>Der Versuch, der die wenigsten Zweifel an den anderen Kandidaten ließe, wenn er ausgeht wie erhofft.</translation>
  </message>
  <message>
   <source>The run with seed {seed} has ended several workers of the cluster, as when memory runs out; nothing was written.</source>
   <translation>Der Probelauf mit Startzahl {seed} hat mehrere Rechner des Clusters beendet, wie bei vollem Arbeitsspeicher; nichts wurde geschrieben.</translation>
  </message>
  <message>
   <source>The seed must be 0 or a positive whole number, not {seed}.</source>
   <translation>Die Startzahl muss 0 oder eine positive ganze Zahl sein, nicht {seed}.</translation>
  </message>
  <message>
   <source>The server cannot be reached, and the copy on this computer lacks entries: it has {count} of {seq}. So it was opened for reading only. Check the network and open the study again.</source>
   <translation>Der Server ist nicht erreichbar, und der Kopie auf diesem Computer fehlen Einträge: Sie hat {count} von {seq}. Deshalb ist sie nur zum Lesen geöffnet. Prüfen Sie das Netzwerk und öffnen Sie die Studie neu.</translation>
  </message>
  <message>
   <source>The server cannot be reached. Nothing is recorded. {problem}</source>
   <translation>Der Server ist nicht erreichbar. Nichts ist eingetragen. {problem}</translation>
  </message>
  <message>
   <source>The server {place} cannot be reached.</source>
   <translation>Der Server {place} ist nicht erreichbar.</translation>
  </message>
  <message>
   <source>The server {place} cannot be reached. Check the network and try again.</source>
   <translation>Der Server {place} ist nicht erreichbar. Prüfen Sie das Netzwerk und versuchen Sie es noch einmal.</translation>
  </message>
  <message>
   <source>The server {place} cannot be reached.{safe} Check the network and try again.</source>
   <translation>Der Server {place} ist nicht erreichbar.{safe} Prüfen Sie das Netzwerk und versuchen Sie es noch einmal.</translation>
  </message>
  <message>
   <source>The server {place} cannot prove that it is the one that you mean, so nothing was sent to it. Put the laboratory's root certificate, which its administrator has, at {file}, or name its file in the address (sslrootcert=FILE). The manual says how, under “The proof of a server”.</source>
   <translation>Der Server {place} kann nicht beweisen, dass er der gemeinte ist, deshalb wurde nichts an ihn gesendet. Legen Sie das Stammzertifikat des Labors, das der Verwalter des Servers hat, unter {file} ab, oder nennen Sie seine Datei in der Adresse (sslrootcert=FILE). Das Handbuch sagt unter „Der Beweis eines Servers“, wie.</translation>
  </message>
  <message>
   <source>The server {place} does not ask for a proof of the password (scram-sha-256), so the password was not sent to it. Ask its administrator to change that. The manual says more, under “The proof of a server”.</source>
   <translation>Der Server {place} lässt sich das Kennwort nicht beweisen (scram-sha-256), deshalb wurde es nicht an ihn gesendet. Bitten Sie den Verwalter, das zu ändern. Mehr sagt das Handbuch unter „Der Beweis eines Servers“.</translation>
  </message>
  <message>
   <source>The server {place} does not let you in.{safe} Nothing waits to be sent there. Check your user name and password, which you can keep in the file .pgpass, or ask its administrator.</source>
   <translation>Der Server {place} lässt Sie nicht ein.{safe} Nichts wartet darauf, dorthin gesendet zu werden. Prüfen Sie Benutzernamen und Kennwort, das in der Datei .pgpass stehen kann, oder fragen Sie den Verwalter.</translation>
  </message>
  <message>
   <source>The server {place} has not answered whether this is recorded. Look at the study, once the server can be reached, before you enter it again.</source>
   <translation>Der Server {place} hat nicht geantwortet, ob dies eingetragen ist. Sehen Sie sich die Studie an, sobald der Server erreichbar ist, bevor Sie es noch einmal eingeben.</translation>
  </message>
  <message>
   <source>The server {place} has {name} = {found}, with which entries could be lost. Ask its administrator to set it to {value}.</source>
   <translation>Der Server {place} hat {name} = {found}; damit könnten Einträge verloren gehen. Lassen Sie es vom Verwalter auf {value} setzen.</translation>
  </message>
  <message>
   <source>The server {place} is busy: another workstation has begun an entry and not ended it.{safe} Try again in a few seconds.</source>
   <translation>Der Server {place} ist beschäftigt: Ein anderer Arbeitsplatz hat einen Eintrag begonnen und nicht beendet.{safe} Versuchen Sie es in einigen Sekunden noch einmal.</translation>
  </message>
  <message>
   <source>The server {place} is older than PostgreSQL 13. Ask its administrator for a newer one.</source>
   <translation>Der Server {place} ist älter als PostgreSQL 13. Bitten Sie den Verwalter um einen neueren.</translation>
  </message>
  <message>
   <source>The server {place} offers no encryption, so nothing was sent to it. Ask its administrator to switch it on. The manual says more, under “The proof of a server”.</source>
   <translation>Der Server {place} bietet keine Verschlüsselung an, deshalb wurde nichts an ihn gesendet. Bitten Sie den Verwalter, sie einzuschalten. Mehr sagt das Handbuch unter „Der Beweis eines Servers“.</translation>
  </message>
  <message>
   <source>The server {place} refused this.{safe} Tell its administrator.</source>
   <translation>Der Server {place} hat das abgelehnt.{safe} Sagen Sie es dem Verwalter.</translation>
  </message>
  <message>
   <source>The server {place} sends something else, or more, than a server of kgdesk does.{safe} The connection was closed. Check the address, and tell its administrator.</source>
   <translation>Der Server {place} sendet etwas anderes oder mehr als ein Server für kgdesk.{safe} Die Verbindung wurde geschlossen. Prüfen Sie die Adresse, und sagen Sie es dem Verwalter.</translation>
  </message>
  <message>
   <source>The server {place} was prepared by an older kgdesk and takes no entries of this kind.{safe} Its administrator brings it up to date: kgdesk server init.</source>
   <translation>Der Server {place} wurde von einem älteren kgdesk vorbereitet und nimmt keine Einträge dieser Art an.{safe} Sein Administrator bringt ihn auf den neuen Stand: kgdesk server init.</translation>
  </message>
  <message>
   <source>The setting {name} must be {what}, not {value}.</source>
   <translation>Die Einstellung {name} muss {what} sein, nicht {value}.</translation>
  </message>
  <message>
   <source>The stopping rule asks for {count} runs, and {done} are recorded.</source>
   <translation>Die Stoppregel verlangt {count} Versuche, und {done} sind eingetragen.</translation>
  </message>
  <message>
   <source>The stopping rule asks for {count} runs: {done} are recorded, {open} in progress.</source>
   <translation>Die Stoppregel verlangt {count} Versuche: {done} sind eingetragen, {open} im Gange.</translation>
  </message>
  <message>
   <source>The stopping rule asks for {count} runs: {left} are left.</source>
   <translation>Die Stoppregel verlangt {count} Versuche: {left} fehlen noch.</translation>
  </message>
  <message>
   <source>The stopping rule cannot be read {place}: {wanted} is expected there, as in “{example}”.</source>
   <translation>Die Stoppregel ist {place} nicht lesbar: Dort muss {wanted} stehen, wie in „{example}“.</translation>
  </message>
  <message>
   <source>The stopping rule has more than {deepest} brackets inside each other.</source>
   <translation>Die Stoppregel hat mehr als {deepest} ineinander stehende Klammern.</translation>
  </message>
  <message>
   <source>The stopping rule is longer than {longest} characters: shorten it.</source>
   <translation>Die Stoppregel ist länger als {longest} Zeichen: Kürzen Sie sie.</translation>
  </message>
  <message>
   <source>The stopping rule is met, but a check of the model fails: judge for yourself.</source>
   <translation>Die Stoppregel ist erfüllt, aber eine Prüfung des Modells schlägt fehl: Urteilen Sie selbst.</translation>
  </message>
  <message>
   <source>The stopping rule is not met.</source>
   <translation>Die Stoppregel ist nicht erfüllt.</translation>
  </message>
  <message>
   <source>The study ends with entry {entries}, before entry {seq} of the head given: entries are missing, or it is an older copy.</source>
   <translation>Die Studie endet mit Eintrag {entries}, vor Eintrag {seq} des angegebenen Kopfes: Einträge fehlen, oder es ist eine ältere Kopie.</translation>
  </message>
  <message>
   <source>The study has changed since the preview of {file}: look at it again.</source>
   <translation>Die Studie hat sich seit der Vorschau von {file} geändert: Sehen Sie sie noch einmal an.</translation>
  </message>
  <message>
   <source>The study has {running}. Record the outcome of each run first, as void if there is none, or finish the study with these runs open.</source>
   <translation>Die Studie hat {running}. Tragen Sie zuerst das Ergebnis jedes Versuchs ein, als ungültig, wenn es keines gibt, oder schließen Sie die Studie mit diesen offenen Versuchen ab.</translation>
  </message>
  <message>
   <source>The study is open: {done} of {planned} done, {left} left. Next suggestion: {candidate}. {why}</source>
   <translation>Die Studie ist offen: {done} von {planned} erledigt, {left} übrig. Nächster Vorschlag: {candidate}. {why}</translation>
  </message>
  <message>
   <source>The study is open: {done} of {planned} done. {why}</source>
   <translation>Die Studie ist offen: {done} von {planned} durchgeführt. {why}</translation>
  </message>
  <message>
   <source>The study names no block columns, so no “{name}”: name it as one first.</source>
   <translation>Die Studie nennt keine Blockspalten, also auch „{name}“ nicht: Nennen Sie sie erst als solche.</translation>
  </message>
  <message>
   <source>The study states no threshold for {name}: say whether {value} is a success or a failure.</source>
   <translation>Die Studie nennt keine Schwelle für {name}: Sagen Sie, ob {value} ein Erfolg oder ein Fehlschlag ist.</translation>
  </message>
  <message>
   <source>The study was opened for reading only.</source>
   <translation>Die Studie ist nur zum Lesen geöffnet.</translation>
  </message>
  <message>
   <source>The study “{name}” has no outcome yet, so there is nothing to learn from it.</source>
   <translation>Die Studie „{name}“ hat noch kein Ergebnis, also gibt es aus ihr nichts zu lernen.</translation>
  </message>
  <message>
   <source>The table has no candidates: give it at least one row below the headings.</source>
   <translation>Die Tabelle hat keine Kandidaten: Sie braucht mindestens eine Zeile unter den Überschriften.</translation>
  </message>
  <message>
   <source>The tables of {name} are not those that kgdesk makes. {backup}</source>
   <translation>Die Tabellen von {name} sind nicht die, die kgdesk anlegt. {backup}</translation>
  </message>
  <message>
   <source>The text at {shown} contains a character that cannot be stored.</source>
   <translation>Der Text bei {shown} enthält ein Zeichen, das nicht gespeichert werden kann.</translation>
  </message>
  <message>
   <source>The threshold is a number, not {value}.</source>
   <translation>Die Schwelle ist eine Zahl, nicht {value}.</translation>
  </message>
  <message>
   <source>The threshold must be a finite number.</source>
   <translation>Der Schwellenwert muss eine endliche Zahl sein.</translation>
  </message>
  <message>
   <source>The token {token} belongs to entry {seq}, which says something else: give every entry a token of its own. Nothing was recorded.</source>
   <translation>Die Kennung {token} gehört zu Eintrag {seq}, der etwas anderes sagt: Geben Sie jedem Eintrag eine eigene Kennung. Es wurde nichts eingetragen.</translation>
  </message>
  <message>
   <source>The truths “{kind}” are named twice: leave one out.</source>
   <translation>Die Wahrheiten „{kind}“ sind zweimal genannt: Lassen Sie eine weg.</translation>
  </message>
  <message>
   <source>The units are those in {word} {line} ({units}).</source>
   <translation>Die Einheiten sind die in {word} {line} ({units}).</translation>
  </message>
  <message>
   <source>The value of testing at which to stop</source>
   <translation>Der Wert eines Versuchs, bei dem aufgehört wird,</translation>
  </message>
  <message>
   <source>The value of testing {second}, which the policy ranks next, is {value}: {gap} points more than that of {first}.</source>
   <translation>Der Wert eines Versuchs mit {second}, den die Auswahlregel danach nähme, ist {value}: {gap} Punkte mehr als bei {first}.</translation>
  </message>
  <message>
   <source>The value of testing {second}, which would follow, is {value}: within 0.1 points of that of {first}.</source>
   <translation>Der Wert eines Versuchs mit {second}, der danach käme, ist {value}: auf 0,1 Punkte so viel wie bei {first}.</translation>
  </message>
  <message>
   <source>The value of testing {second}, which would follow, is {value}: {gap} points less than that of {first}.</source>
   <translation>Der Wert eines Versuchs mit {second}, der danach käme, ist {value}: {gap} Punkte weniger als bei {first}.</translation>
  </message>
  <message>
   <source>The values of {name} reach from {low} to {high}: on the log scale equal ratios are equal steps. They are learnt as they are.</source>
   <translation>Die Werte von {name} reichen von {low} bis {high}: Auf der Skala log sind gleiche Verhältnisse gleiche Schritte. Gelernt werden sie, wie sie sind.</translation>
  </message>
  <message>
   <source>The version of an entry's kind has to be a whole number from 1, not {kind_version}.</source>
   <translation>Die Version der Art eines Eintrags muss eine ganze Zahl ab 1 sein, nicht {kind_version}.</translation>
  </message>
  <message>
   <source>The weights of the models must add up to 1, not to {total}.</source>
   <translation>Die Gewichte der Modelle müssen zusammen 1 ergeben, nicht {total}.</translation>
  </message>
  <message>
   <source>The well “{well}” {problem}.</source>
   <translation>Das Well „{well}“ {problem}.</translation>
  </message>
  <message>
   <source>The whole number at {place} has thousands of digits and cannot be stored.</source>
   <translation>Die ganze Zahl bei {place} hat Tausende von Ziffern und kann nicht gespeichert werden.</translation>
  </message>
  <message>
   <source>The word {word} has two meanings: let each word mean one thing.</source>
   <translation>Das Wort {word} hat zwei Bedeutungen: Jedes Wort darf nur eine haben.</translation>
  </message>
  <message>
   <source>The word “{word}” has two meanings: let each word mean one thing.</source>
   <translation>Das Wort „{word}“ hat zwei Bedeutungen: Lassen Sie jedes Wort nur eines bedeuten.</translation>
  </message>
  <message>
   <source>The workbook cannot be made as asked: {reason}</source>
   <translation>Die Arbeitsmappe kann so nicht erstellt werden: {reason}</translation>
  </message>
  <message>
   <source>The workbook is not saved: the folder for temporary files is full or cannot be written.</source>
   <translation>Die Arbeitsmappe ist nicht gespeichert: Der Ordner für temporäre Dateien ist voll oder schreibgeschützt.</translation>
  </message>
  <message>
   <source>The worker {address} cannot use kgdesk; nothing was written. Install kgdesk {version} on every worker.</source>
   <translation>Der Rechner {address} kann kgdesk nicht verwenden; nichts wurde geschrieben. Installieren Sie kgdesk {version} auf jedem Rechner.</translation>
  </message>
  <message>
   <source>The worth of a point must be greater than 0, not {worth}.</source>
   <translation>Der Wert eines Punktes muss größer als 0 sein, nicht {worth}.</translation>
  </message>
  <message>
   <source>The {rows} rows with an outcome are of {size} different candidates. Rows with the same attributes are joined to one candidate, and each replay draws its outcome from theirs.</source>
   <translation>Die {rows} Zeilen mit einem Ergebnis gehören zu {size} verschiedenen Kandidaten. Zeilen mit denselben Merkmalen werden zu einem Kandidaten verbunden, und jeder Durchgang lost dessen Ergebnis aus ihren.</translation>
  </message>
  <message>
   <source>The {setting} cannot be empty: state a new one.</source>
   <translation>„{setting}“ darf nicht leer sein: Geben Sie einen neuen Wert an.</translation>
  </message>
  <message>
   <source>The {what} contains a character that cannot be stored. Type it again.</source>
   <translation>Feld „{what}“: Ein Zeichen darin kann nicht gespeichert werden. Geben Sie es neu ein.</translation>
  </message>
  <message>
   <source>The {what} contains the invisible character {sign}: delete it.</source>
   <translation>Feld „{what}“: Der Text enthält das unsichtbare Zeichen {sign}. Löschen Sie es.</translation>
  </message>
  <message>
   <source>The {what} is longer than {longest_text} characters: shorten it.</source>
   <translation>Feld „{what}“: Der Text ist länger als {longest_text} Zeichen. Kürzen Sie ihn.</translation>
  </message>
  <message>
   <source>The {what} must be a text, not {value}.</source>
   <translation>Feld „{what}“: Es muss ein Text sein, nicht {value}.</translation>
  </message>
  <message>
   <source>The {what} of an entry has to be like {example}, not {text}.</source>
   <translation>Feld „{what}“ eines Eintrags muss wie {example} aussehen, nicht wie {text}.</translation>
  </message>
  <message>
   <source>The “{name}” of a run follows from the run itself: state it with a run where it was another.</source>
   <translation>„{name}“ ergibt sich aus dem Versuch selbst: Geben Sie es beim Versuch an, wenn es anders war.</translation>
  </message>
  <message>
   <source>There are no events to make a study of.</source>
   <translation>Es gibt keine Einträge, aus denen eine Studie werden könnte.</translation>
  </message>
  <message>
   <source>There are no label sheets “{stock}” here: choose one of {choices}.</source>
   <translation>Etikettenbögen „{stock}“ gibt es hier nicht: Wählen Sie {choices}.</translation>
  </message>
  <message>
   <source>There are no terms “{terms}”: choose one of {choices}.</source>
   <translation>Terme „{terms}“ gibt es nicht: Wählen Sie {choices}.</translation>
  </message>
  <message>
   <source>There are no truths to rehearse with: choose from {choices}.</source>
   <translation>Es sind keine Wahrheiten zum Durchspielen genannt: Wählen Sie aus {choices}.</translation>
  </message>
  <message>
   <source>There are no truths “{kind}”: choose from {choices}.</source>
   <translation>Wahrheiten „{kind}“ gibt es nicht: Wählen Sie aus {choices}.</translation>
  </message>
  <message>
   <source>There are still {running}; once the study is finished, their outcomes cannot be recorded.</source>
   <translation>Es gibt noch {running}; ist die Studie abgeschlossen, können deren Ergebnisse nicht eingetragen werden.</translation>
  </message>
  <message>
   <source>There is a file {name} already: choose another name, or let it be replaced.</source>
   <translation>Es gibt schon eine Datei {name}: Wählen Sie einen anderen Namen, oder lassen Sie sie ersetzen.</translation>
  </message>
  <message>
   <source>There is a file {taken} in “{out}” already: choose another folder, or let it be replaced.</source>
   <translation>In „{out}“ gibt es schon eine Datei {taken}: Wählen Sie einen anderen Ordner, oder lassen Sie sie ersetzen.</translation>
  </message>
  <message>
   <source>There is a project {name} already. Choose another name.</source>
   <translation>Es gibt schon ein Projekt {name}. Wählen Sie einen anderen Namen.</translation>
  </message>
  <message>
   <source>There is a study {name} on the server already; nothing was overwritten. Choose another name.</source>
   <translation>Auf dem Server gibt es schon eine Studie {name}; nichts wurde überschrieben. Wählen Sie einen anderen Namen.</translation>
  </message>
  <message>
   <source>There is no attribute “{name}” to expect an effect of: the study learns from {known}.</source>
   <translation>Es gibt kein Merkmal „{name}“, von dem eine Wirkung zu erwarten wäre: Die Studie lernt aus {known}.</translation>
  </message>
  <message>
   <source>There is no attribute “{name}” to set: the study learns from {known}.</source>
   <translation>Ein Merkmal „{name}“ gibt es nicht: Die Studie lernt aus {known}.</translation>
  </message>
  <message>
   <source>There is no attribute “{name}”: is it “{near}”?</source>
   <translation>Ein Merkmal „{name}“ gibt es nicht: Ist „{near}“ gemeint?</translation>
  </message>
  <message>
   <source>There is no backup of {name} on this computer, and no entry of the file itself can be read. Look for an archive or a copy, to restore it from.</source>
   <translation>Auf diesem Computer gibt es keine Sicherung von {name}, und kein Eintrag der Datei selbst ist lesbar. Suchen Sie ein Archiv oder eine Kopie, um sie daraus wiederherzustellen.</translation>
  </message>
  <message>
   <source>There is no belief “{belief}” as in “{name}”: choose one of {choices}.</source>
   <translation>Ein Modell „{belief}“ wie in „{name}“ gibt es nicht: Wählen Sie {choices}.</translation>
  </message>
  <message>
   <source>There is no belief “{belief}”: choose one of {choices}.</source>
   <translation>Ein Modell „{belief}“ gibt es nicht: Wählen Sie {choices}.</translation>
  </message>
  <message>
   <source>There is no belief “{unknown}”: choose one of {choices}.</source>
   <translation>Ein Modell „{unknown}“ gibt es nicht: Wählen Sie {choices}.</translation>
  </message>
  <message>
   <source>There is no block column “{name}”: the study has {known}.</source>
   <translation>Es gibt keine Blockspalte „{name}“: Die Studie hat {known}.</translation>
  </message>
  <message>
   <source>There is no column “{column}” for the card: the table keeps {known}.</source>
   <translation>Es gibt keine Spalte „{column}“ für die Karte: Die Tabelle behält {known}.</translation>
  </message>
  <message>
   <source>There is no column “{column}” with the codes of the samples: the table keeps {known}.</source>
   <translation>Es gibt keine Spalte „{column}“ mit den Codes der Proben: Die Tabelle behält {known}.</translation>
  </message>
  <message>
   <source>There is no column “{column}” with the places of the samples: the table keeps {known}.</source>
   <translation>Es gibt keine Spalte „{column}“ mit den Orten der Proben: Die Tabelle behält {known}.</translation>
  </message>
  <message>
   <source>There is no column “{missing}”: the study learns from it.</source>
   <translation>Es gibt keine Spalte „{missing}“: Die Studie lernt aus ihr.</translation>
  </message>
  <message>
   <source>There is no column “{name}” for a shared instrument.</source>
   <translation>Es gibt keine Spalte „{name}“ für ein gemeinsames Gerät.</translation>
  </message>
  <message>
   <source>There is no column “{name}” for the condition: is it “{near}”?</source>
   <translation>Es gibt keine Spalte „{name}“ für die Bedingung: Ist „{near}“ gemeint?</translation>
  </message>
  <message>
   <source>There is no column “{name}” for the condition: the candidates have {known}.</source>
   <translation>Es gibt keine Spalte „{name}“ für die Bedingung: Die Kandidaten haben {known}.</translation>
  </message>
  <message>
   <source>There is no column “{name}” for the limit per value.</source>
   <translation>Es gibt keine Spalte „{name}“ für die Grenze je Wert.</translation>
  </message>
  <message>
   <source>There is no column “{name}” of which all have one value.</source>
   <translation>Es gibt keine Spalte „{name}“, in der alle denselben Wert haben.</translation>
  </message>
  <message>
   <source>There is no column “{name}” that says which candidates never run together.</source>
   <translation>Es gibt keine Spalte „{name}“, die sagt, welche Kandidaten nie zugleich laufen.</translation>
  </message>
  <message>
   <source>There is no design “{design}”: choose one of {choices}.</source>
   <translation>Einen Plan „{design}“ gibt es nicht: Wählen Sie {choices}.</translation>
  </message>
  <message>
   <source>There is no encoding {encoding}: choose one of {choices}.</source>
   <translation>Eine Zeichenkodierung {encoding} gibt es nicht: Wählen Sie {choices}.</translation>
  </message>
  <message>
   <source>There is no entry to undo.</source>
   <translation>Es gibt keinen Eintrag, der zurückgenommen werden kann.</translation>
  </message>
  <message>
   <source>There is no file {name}: check the name and the folder.</source>
   <translation>Eine Datei {name} gibt es nicht: Prüfen Sie Namen und Ordner.</translation>
  </message>
  <message>
   <source>There is no file {path}. Check the name and the folder.</source>
   <translation>Eine Datei {path} gibt es nicht. Prüfen Sie Namen und Ordner.</translation>
  </message>
  <message>
   <source>There is no folder {folder}. Make it first, or choose another one.</source>
   <translation>Einen Ordner {folder} gibt es nicht. Legen Sie ihn zuerst an, oder wählen Sie einen anderen.</translation>
  </message>
  <message>
   <source>There is no folder {parent}. Make it first, or choose another one.</source>
   <translation>Einen Ordner {parent} gibt es nicht. Legen Sie ihn zuerst an, oder wählen Sie einen anderen.</translation>
  </message>
  <message>
   <source>There is no home folder to keep compiled kernels in. Name a folder.</source>
   <translation>Es gibt keinen persönlichen Ordner, um übersetzte Rechenkerne aufzubewahren. Nennen Sie einen Ordner.</translation>
  </message>
  <message>
   <source>There is no outcome yet, so that the posterior is the prior: rehearse with the prior.</source>
   <translation>Es gibt noch kein Ergebnis, sodass sich die Vorannahme nicht geändert hat: Spielen Sie mit der Vorannahme durch.</translation>
  </message>
  <message>
   <source>There is no plate of {wells} wells here: choose one of {known}.</source>
   <translation>Eine Platte mit {wells} Wells gibt es hier nicht: Wählen Sie eine von {known}.</translation>
  </message>
  <message>
   <source>There is no policy to rehearse: name at least one.</source>
   <translation>Es gibt keine Auswahlregel zum Durchspielen: Nennen Sie mindestens eine.</translation>
  </message>
  <message>
   <source>There is no policy “{rule}”: choose one of {choices}.</source>
   <translation>Eine Auswahlregel „{rule}“ gibt es nicht: Wählen Sie {choices}.</translation>
  </message>
  <message>
   <source>There is no role “{role}”: choose one of {choices}.</source>
   <translation>Es gibt keine Rolle „{role}“: Wählen Sie eine von {choices}.</translation>
  </message>
  <message>
   <source>There is no sample study “{name}”: choose one of {choices}.</source>
   <translation>Eine Beispielstudie „{name}“ gibt es nicht: Wählen Sie {choices}.</translation>
  </message>
  <message>
   <source>There is no study {name} on {server}. Check its name.</source>
   <translation>Eine Studie {name} gibt es auf {server} nicht. Prüfen Sie ihren Namen.</translation>
  </message>
  <message>
   <source>There is no such time as {recorded_at_utc}. Check the clock.</source>
   <translation>Eine Zeit {recorded_at_utc} gibt es nicht. Prüfen Sie die Uhr.</translation>
  </message>
  <message>
   <source>There is no text in {word} {line} of {name} or below: choose the {word} with the headings.</source>
   <translation>In {word} {line} von {name} und darunter steht kein Text: Wählen Sie die {word} mit den Überschriften.</translation>
  </message>
  <message>
   <source>There is nothing to record.</source>
   <translation>Es gibt nichts einzutragen.</translation>
  </message>
  <message>
   <source>There is nothing to redo: what was undone can be redone until something else is entered.</source>
   <translation>Es gibt nichts wiederherzustellen: Was zurückgenommen wurde, lässt sich wiederherstellen, bis etwas anderes eingetragen wird.</translation>
  </message>
  <message>
   <source>There is nothing to set aside: every entry that waits can be read.</source>
   <translation>Es gibt nichts beiseitezulegen: Jeder wartende Eintrag ist lesbar.</translation>
  </message>
  <message>
   <source>There is still {running}; once the study is finished, its outcome cannot be recorded.</source>
   <translation>Es gibt noch {running}; ist die Studie abgeschlossen, kann dessen Ergebnis nicht eingetragen werden.</translation>
  </message>
  <message>
   <source>These are all the candidates left to suggest: leave at least one of them out.</source>
   <translation>Das sind alle Kandidaten, die noch vorgeschlagen werden können: Lassen Sie mindestens einen davon weg.</translation>
  </message>
  <message>
   <source>These levels combine to {count} candidates; from 2 to {most} are possible.</source>
   <translation>Diese Stufen ergeben {count} Kandidaten; möglich sind 2 bis {most}.</translation>
  </message>
  <message>
   <source>This allows for {what}.</source>
   <translation>Eingerechnet: {what}.</translation>
  </message>
  <message>
   <source>This entry is not recorded; earlier ones are safe.</source>
   <translation>Dieser Eintrag ist nicht gespeichert; die früheren sind sicher.</translation>
  </message>
  <message>
   <source>This file contains no complete study: its first entries are missing. Restore it from a backup or an archive.</source>
   <translation>Diese Datei enthält keine vollständige Studie: Ihre ersten Einträge fehlen. Stellen Sie sie aus einer Sicherung oder einem Archiv wieder her.</translation>
  </message>
  <message>
   <source>This is a table of runs with run numbers: runs that the study has are passed over, others are restored.</source>
   <translation>Dies ist eine Tabelle von Versuchen mit Nummern: Was die Studie schon hat, wird übergangen, die anderen werden wiederhergestellt.</translation>
  </message>
  <message>
   <source>This is not the address of a server. Write it as postgresql://USER@SERVER/BASE.</source>
   <translation>Das ist keine Adresse eines Servers. Schreiben Sie sie als postgresql://USER@SERVER/BASE.</translation>
  </message>
  <message>
   <source>This kgdesk was installed without the part for servers. Install it: pip install 'kgdesk[postgres]'.</source>
   <translation>Dieses kgdesk ist ohne den Teil für Server installiert. Installieren Sie ihn: pip install 'kgdesk[postgres]'.</translation>
  </message>
  <message>
   <source>This looks like a connection to a server, in a form that kgdesk does not read. Write it as postgresql://USER@SERVER/BASE#NAME, and keep the password in the file .pgpass.</source>
   <translation>Das sieht nach einer Verbindung zu einem Server aus, in einer Form, die kgdesk nicht liest. Schreiben Sie sie als postgresql://USER@SERVER/BASE#NAME, und bewahren Sie das Kennwort in der Datei .pgpass auf.</translation>
  </message>
  <message>
   <source>This looks one run ahead only.</source>
   <translation>Das blickt nur einen Versuch voraus.</translation>
  </message>
  <message>
   <source>This needs SciPy, with which the numbers of kgdesk are compared first: pip install scipy. The installed program cannot take it in: there this needs the Python package of kgdesk (pip install kgdesk).</source>
   <translation>Dazu braucht es SciPy, mit dem die Zahlen von kgdesk zuerst verglichen werden: pip install scipy. Das installierte Programm kann es nicht aufnehmen: Dort braucht es das Python-Paket von kgdesk (pip install kgdesk).</translation>
  </message>
  <message>
   <source>This plate has {free} wells for runs beside controls and wells left out, not {runs}: ask for 1 to {free}, or take a larger plate.</source>
   <translation>Diese Platte hat neben Kontrollen und ausgelassenen Wells {free} Wells für Versuche, nicht {runs}: Wählen Sie 1 bis {free} oder eine größere Platte.</translation>
  </message>
  <message>
   <source>This report has no pictures: it was written on a computer without Qt, which draws them. The numbers are complete.</source>
   <translation>Dieser Bericht hat keine Bilder: Er wurde auf einem Computer ohne Qt geschrieben, das sie zeichnet. Die Zahlen sind vollständig.</translation>
  </message>
  <message>
   <source>This study chooses by the policy “{policy}”, which this kgdesk does not have: it was made by kgdesk {app_version}, or by a changed one. Open the study there, or choose another policy there.</source>
   <translation>Diese Studie wählt nach der Auswahlregel „{policy}“, die dieses kgdesk nicht hat: Sie wurde mit kgdesk {app_version} angelegt oder mit einem geänderten. Öffnen Sie die Studie dort, oder wählen Sie dort eine andere Auswahlregel.</translation>
  </message>
  <message>
   <source>This study has no block column “{name}”, which the template names.</source>
   <translation>Diese Studie hat keine Blockspalte „{name}“, die die Vorlage nennt.</translation>
  </message>
  <message>
   <source>This study has no candidate “{candidate}”. {hint}</source>
   <translation>Diese Studie hat keinen Kandidaten „{candidate}“. {hint}</translation>
  </message>
  <message>
   <source>This study has no column “{name}”, which the template names.</source>
   <translation>Diese Studie hat keine Spalte „{name}“, die die Vorlage nennt.</translation>
  </message>
  <message>
   <source>This study has no past outcome {number}: it has {count}.</source>
   <translation>Diese Studie hat kein früheres Ergebnis {number}: Sie hat {count}.</translation>
  </message>
  <message>
   <source>This study has no run {number}: {last}.</source>
   <translation>Diese Studie hat keinen Versuch {number}: {last}.</translation>
  </message>
  <message>
   <source>This study has no worklist yet.</source>
   <translation>Diese Studie hat noch keine Arbeitsliste.</translation>
  </message>
  <message>
   <source>This study has {last} runs, not {count}.</source>
   <translation>Diese Studie hat {last} Versuche, nicht {count}.</translation>
  </message>
  <message>
   <source>This study is open already.</source>
   <translation>Diese Studie ist schon offen.</translation>
  </message>
  <message>
   <source>This study learns from “{name}” as it stood at entry {seq} ({hash}), whose runs are kept in its record.</source>
   <translation>Diese Studie lernt aus „{name}“, Stand Eintrag {seq} ({hash}); deren Versuche stehen in ihrem eigenen Protokoll.</translation>
  </message>
  <message>
   <source>This study states no threshold, so that there is none to change: a person says what is a success. A new study can state one.</source>
   <translation>Diese Studie nennt keine Schwelle, so dass keine zu ändern ist: Jemand sagt, was ein Erfolg ist. Eine neue Studie kann eine nennen.</translation>
  </message>
  <message>
   <source>This study was finished by {operator}: reopen it with a reason to continue.</source>
   <translation>Diese Studie wurde von {operator} abgeschlossen: Öffnen Sie sie mit Angabe des Grundes wieder, um weiterzumachen.</translation>
  </message>
  <message>
   <source>This study was opened by another process: open it again in this one. Nothing was recorded.</source>
   <translation>Diese Studie hat ein anderer Prozess geöffnet: Öffnen Sie sie in diesem noch einmal. Es wurde nichts eingetragen.</translation>
  </message>
  <message>
   <source>Thompson sampling</source>
   <translation>Thompson-Stichprobe</translation>
  </message>
  <message>
   <source>Took {candidate} out of stock</source>
   <translation>{candidate} als nicht verfügbar eingetragen</translation>
  </message>
  <message>
   <source>Top two</source>
   <translation>Die besten zwei</translation>
  </message>
  <message>
   <source>True or False</source>
   <translation>True oder False</translation>
  </message>
  <message>
   <source>Trust in this copy</source>
   <translation>Vertrauen in diese Kopie</translation>
  </message>
  <message>
   <source>Truths of {pool}: {kind}.</source>
   <translation>Wahrheiten von {pool}: {kind}.</translation>
  </message>
  <message>
   <source>Two candidates are called “{double}”: give each a name of its own.</source>
   <translation>Zwei Kandidaten heißen „{double}“: Geben Sie jedem einen eigenen Namen.</translation>
  </message>
  <message>
   <source>Two columns are called {title}: column {number} is called {name} here.</source>
   <translation>Zwei Spalten heißen {title}: Spalte {number} heißt hier {name}.</translation>
  </message>
  <message>
   <source>Two columns of the design matrix would be called “{double}”: rename one heading.</source>
   <translation>Zwei Spalten der Designmatrix würden „{double}“ heißen: Benennen Sie eine Überschrift um.</translation>
  </message>
  <message>
   <source>Two columns of the frame have one heading: give each its own.</source>
   <translation>Zwei Spalten der Tabelle haben dieselbe Überschrift: Geben Sie jeder eine eigene.</translation>
  </message>
  <message>
   <source>Two entries have the same id; each one needs its own.</source>
   <translation>Zwei Einträge haben dieselbe Kennung; jeder braucht eine eigene.</translation>
  </message>
  <message>
   <source>Two names in the entry are written with the same letters. Rename one of them.</source>
   <translation>Zwei Namen im Eintrag sind mit denselben Buchstaben geschrieben. Benennen Sie einen um.</translation>
  </message>
  <message>
   <source>Undecided runs of “{name}”: {count}. Only its successes and failures are learnt from here.</source>
   <translation>Unklare Versuche von „{name}“: {count}. Gelernt wird hier nur aus ihren Erfolgen und Fehlschlägen.</translation>
  </message>
  <message>
   <source>Undecided, as a limit leaves both outcomes open: {count}. They count as neither.</source>
   <translation>Unklar, da eine Grenze beide Ergebnisse offen lässt: {count}. Sie zählen als keines von beiden.</translation>
  </message>
  <message>
   <source>Undoing a file</source>
   <translation>Das Zurücknehmen einer Datei</translation>
  </message>
  <message>
   <source>Upper quantile</source>
   <translation>Oberes Quantil</translation>
  </message>
  <message>
   <source>Values of {name} at an end of the {scale} scale or beyond it, which are learnt as limits: {count}.</source>
   <translation>Werte von {name} an einem Ende der Skala {scale} oder jenseits davon, die als Grenzen gelernt werden: {count}.</translation>
  </message>
  <message>
   <source>Voiding the rest of a plate</source>
   <translation>Den Rest einer Platte für ungültig zu erklären</translation>
  </message>
  <message>
   <source>Was shown the suggestion {what} as the answer for revision {revision}</source>
   <translation>Bekam den Vorschlag {what} als Antwort für Stand {revision} gezeigt</translation>
  </message>
  <message>
   <source>Was shown the suggestion {what} on the card</source>
   <translation>Bekam den Vorschlag {what} auf der Karte gezeigt</translation>
  </message>
  <message>
   <source>What is above {word} {line} is not read.</source>
   <translation>Was über {word} {line} steht, wird nicht gelesen.</translation>
  </message>
  <message>
   <source>What is below the table is not read: {text}.</source>
   <translation>Was unter der Tabelle steht, wird nicht gelesen: {text}.</translation>
  </message>
  <message>
   <source>What may be left at stake</source>
   <translation>Was auf dem Spiel bleiben darf,</translation>
  </message>
  <message>
   <source>What this computer keeps for this person was damaged: {name} in {folder} may hold outcomes that wait for a server, and heads of studies that were seen. Look at what waits, and settle it.</source>
   <translation>Was dieser Computer für diese Person aufbewahrt, wurde beschädigt: {name} in {folder} kann Ergebnisse enthalten, die auf einen Server warten, und gesehene Köpfe von Studien. Sehen Sie nach, was wartet, und erledigen Sie es.</translation>
  </message>
  <message>
   <source>What was really set is given as attributes with their values.</source>
   <translation>Was wirklich eingestellt war, wird als Merkmale mit ihren Werten angegeben.</translation>
  </message>
  <message>
   <source>What “{name}” found ({runs} runs): {exactly} that it holds here as it stands, {nearly} nearly, {loosely} loosely, {none} not at all.</source>
   <translation>Was „{name}“ gefunden hat ({runs} Versuche): mit {exactly} gilt es hier genau so, mit {nearly} nahezu, mit {loosely} ungefähr, mit {none} gar nicht.</translation>
  </message>
  <message>
   <source>When</source>
   <translation>Wann</translation>
  </message>
  <message>
   <source>Which of {candidates} succeeds most often?</source>
   <translation>Welcher von {candidates} hat am häufigsten Erfolg?</translation>
  </message>
  <message>
   <source>Who</source>
   <translation>Wer</translation>
  </message>
  <message>
   <source>Whole: it has all {seq} entries that this computer has seen of this study.</source>
   <translation>Vollständig: sie enthält alle {seq} Einträge, die dieser Computer von dieser Studie gesehen hat.</translation>
  </message>
  <message>
   <source>Windows has no file of the name “{name}”. Choose one that is not a device such as CON, does not end in a dot or space, and has none of {characters}</source>
   <translation>Windows kennt keine Datei mit dem Namen „{name}“. Wählen Sie einen, der kein Gerät wie CON ist, nicht auf Punkt oder Leerzeichen endet und keines dieser Zeichen enthält: {characters}</translation>
  </message>
  <message>
   <source>With sslmode={mode} the server {place} decides whether the connection is encrypted. Leave it out of the address: then it has to be, and the server has to prove its name.</source>
   <translation>Mit sslmode={mode} entscheidet der Server {place}, ob die Verbindung verschlüsselt ist. Lassen Sie es in der Adresse weg: Dann muss sie es sein, und der Server muss seinen Namen beweisen.</translation>
  </message>
  <message>
   <source>Written by</source>
   <translation>Geschrieben von</translation>
  </message>
  <message>
   <source>You can read it here; close it there to write here.</source>
   <translation>Hier können Sie sie lesen; schließen Sie sie dort, um hier zu schreiben.</translation>
  </message>
  <message>
   <source>You can stop</source>
   <translation>Sie können aufhören</translation>
  </message>
  <message>
   <source>You can stop when this holds: {rule}.</source>
   <translation>Sie können aufhören, sobald gilt: {rule}.</translation>
  </message>
  <message>
   <source>You have the right to read {name}, not to write it: it can be read but not changed. Ask its owner for the right to write it, or copy the study to another folder.</source>
   <translation>Sie haben das Recht, {name} zu lesen, aber nicht, es zu schreiben: Es kann gelesen, aber nicht geändert werden. Bitten Sie den Besitzer um das Recht zu schreiben, oder kopieren Sie die Studie in einen anderen Ordner.</translation>
  </message>
  <message>
   <source>You may not do this on {place}.{safe} Ask its administrator to make you a member of {role}.</source>
   <translation>Sie dürfen das auf {place} nicht.{safe} Lassen Sie sich vom Verwalter in die Rolle {role} aufnehmen.</translation>
  </message>
  <message>
   <source>a bend</source>
   <translation>eine Krümmung</translation>
  </message>
  <message>
   <source>a category</source>
   <translation>eine Kategorie</translation>
  </message>
  <message>
   <source>a device</source>
   <translation>ein Gerät</translation>
  </message>
  <message>
   <source>a failure</source>
   <translation>ein Fehlschlag</translation>
  </message>
  <message>
   <source>a file</source>
   <translation>eine Datei</translation>
  </message>
  <message>
   <source>a folder</source>
   <translation>ein Ordner</translation>
  </message>
  <message>
   <source>a link</source>
   <translation>ein Link</translation>
  </message>
  <message>
   <source>a list of texts</source>
   <translation>eine Liste von Texten</translation>
  </message>
  <message>
   <source>a named pipe</source>
   <translation>eine benannte Pipe</translation>
  </message>
  <message>
   <source>a number</source>
   <translation>eine Zahl</translation>
  </message>
  <message>
   <source>a number or None</source>
   <translation>eine Zahl oder None</translation>
  </message>
  <message>
   <source>a number, with a point before its decimals,</source>
   <translation>eine Zahl mit Punkt vor den Dezimalstellen</translation>
  </message>
  <message>
   <source>a part of it is missing ({cause}). Install kgdesk again.</source>
   <translation>ein Teil davon fehlt ({cause}). Installieren Sie kgdesk neu.</translation>
  </message>
  <message>
   <source>a quotation mark opens here and is never closed</source>
   <translation>ein Anführungszeichen beginnt hier und endet nie</translation>
  </message>
  <message>
   <source>a run costs more than it is worth ({cost:g} a run, {worth:g} a percentage point)</source>
   <translation>ein Versuch kostet mehr, als er wert ist ({cost:g} je Versuch, {worth:g} je Prozentpunkt)</translation>
  </message>
  <message>
   <source>a run of it</source>
   <translation>ein Versuch damit</translation>
  </message>
  <message>
   <source>a socket</source>
   <translation>ein Socket</translation>
  </message>
  <message>
   <source>a straight line</source>
   <translation>eine Gerade</translation>
  </message>
  <message>
   <source>a success is</source>
   <translation>ein Erfolg ist</translation>
  </message>
  <message>
   <source>a synced page takes {time} ms (median of {count})</source>
   <translation>eine sicher geschriebene Seite braucht {time} ms (Median von {count})</translation>
  </message>
  <message>
   <source>a table</source>
   <translation>einer Tabelle</translation>
  </message>
  <message>
   <source>a text</source>
   <translation>ein Text</translation>
  </message>
  <message>
   <source>a unit is a text, for example "mg"</source>
   <translation>eine Einheit ist ein Text, etwa "mg"</translation>
  </message>
  <message>
   <source>a value at the threshold or above</source>
   <translation>ein Wert auf der Schwelle oder darüber</translation>
  </message>
  <message>
   <source>a value at the threshold or below</source>
   <translation>ein Wert auf der Schwelle oder darunter</translation>
  </message>
  <message>
   <source>a whole number</source>
   <translation>eine ganze Zahl</translation>
  </message>
  <message>
   <source>a whole number below a thousand million</source>
   <translation>eine ganze Zahl unter einer Milliarde</translation>
  </message>
  <message>
   <source>a worker</source>
   <translation>einem Rechner</translation>
  </message>
  <message>
   <source>a {char}</source>
   <translation>{char}</translation>
  </message>
  <message>
   <source>above {share}</source>
   <translation>über {share}</translation>
  </message>
  <message>
   <source>after measurements</source>
   <translation>nach Versuchen</translation>
  </message>
  <message>
   <source>again {candidate} ({history})</source>
   <translation>erneut {candidate} ({history})</translation>
  </message>
  <message>
   <source>and {count} more: see the window</source>
   <translation>und {count} weitere: siehe Fenster</translation>
  </message>
  <message>
   <source>as it is</source>
   <translation>wie er ist</translation>
  </message>
  <message>
   <source>as known, to the last digit</source>
   <translation>wie bekannt, bis zur letzten Stelle</translation>
  </message>
  <message>
   <source>as known, to {worst}</source>
   <translation>wie bekannt, bis auf {worst}</translation>
  </message>
  <message>
   <source>as often as it takes</source>
   <translation>so oft wie nötig</translation>
  </message>
  <message>
   <source>as suggested</source>
   <translation>befolgt</translation>
  </message>
  <message>
   <source>at most 1 percentage point is still at stake</source>
   <translation>es steht höchstens noch 1 Prozentpunkt auf dem Spiel</translation>
  </message>
  <message>
   <source>at most 5 percentage points are still at stake and the best now has succeeded at least once, in at least half of its runs, or the planned runs are spent</source>
   <translation>es stehen höchstens noch 5 Prozentpunkte auf dem Spiel und der aktuell Beste hatte mindestens einmal Erfolg, in mindestens der Hälfte seiner Versuche, oder die geplanten Versuche sind verbraucht</translation>
  </message>
  <message>
   <source>at most {points:g} percentage points are still at stake</source>
   <translation>es stehen höchstens noch {points:g} Prozentpunkte auf dem Spiel</translation>
  </message>
  <message>
   <source>at the end</source>
   <translation>am Ende</translation>
  </message>
  <message>
   <source>at “{piece}”</source>
   <translation>bei „{piece}“</translation>
  </message>
  <message>
   <source>attribute</source>
   <translation>Merkmal</translation>
  </message>
  <message>
   <source>bar</source>
   <translation>senkrechter Strich</translation>
  </message>
  <message>
   <source>basis of learning</source>
   <translation>Grundlage des Lernens</translation>
  </message>
  <message>
   <source>below {share}</source>
   <translation>unter {share}</translation>
  </message>
  <message>
   <source>blind entry</source>
   <translation>blinde Eingabe</translation>
  </message>
  <message>
   <source>candidate “{name}”</source>
   <translation>Kandidat „{name}“</translation>
  </message>
  <message>
   <source>choose one of {choices}</source>
   <translation>wählen Sie eines von {choices}</translation>
  </message>
  <message>
   <source>chosen</source>
   <translation>gewählt</translation>
  </message>
  <message>
   <source>code</source>
   <translation>Kennung</translation>
  </message>
  <message>
   <source>column with the codes of the samples</source>
   <translation>Spalte mit den Codes der Proben</translation>
  </message>
  <message>
   <source>column with the places of the samples</source>
   <translation>Spalte mit den Orten der Proben</translation>
  </message>
  <message>
   <source>column {name} holds</source>
   <translation>Spalte {name} enthält</translation>
  </message>
  <message>
   <source>column {number} of the design matrix</source>
   <translation>Spalte {number} der Designmatrix</translation>
  </message>
  <message>
   <source>column “{name}”</source>
   <translation>Spalte „{name}“</translation>
  </message>
  <message>
   <source>columns whose equal cells never run together</source>
   <translation>Spalten, deren gleiche Zellen nie zusammen laufen</translation>
  </message>
  <message>
   <source>columns {names} and {count} more hold</source>
   <translation>Die Spalten {names} und {count} weitere enthalten</translation>
  </message>
  <message>
   <source>columns {names} hold</source>
   <translation>Die Spalten {names} enthalten</translation>
  </message>
  <message>
   <source>comma</source>
   <translation>Komma</translation>
  </message>
  <message>
   <source>complete</source>
   <translation>vollständig</translation>
  </message>
  <message>
   <source>computer's name</source>
   <translation>Name des Computers</translation>
  </message>
  <message>
   <source>contains a no-break space ({point}); delete it</source>
   <translation>enthält ein geschütztes Leerzeichen ({point}); löschen Sie es</translation>
  </message>
  <message>
   <source>contains an invisible character ({point}); delete it</source>
   <translation>enthält ein unsichtbares Zeichen ({point}); löschen Sie es</translation>
  </message>
  <message>
   <source>contains an underscore; write it as {value}</source>
   <translation>enthält einen Unterstrich; schreiben Sie {value}</translation>
  </message>
  <message>
   <source>control, NOT passed</source>
   <translation>Kontrolle, NICHT bestanden</translation>
  </message>
  <message>
   <source>control, passed</source>
   <translation>Kontrolle, bestanden</translation>
  </message>
  <message>
   <source>correlated model</source>
   <translation>korreliertes Modell</translation>
  </message>
  <message>
   <source>dates or remarks</source>
   <translation>Daten oder Bemerkungen</translation>
  </message>
  <message>
   <source>disk of {folder}</source>
   <translation>Datenträger von {folder}</translation>
  </message>
  <message>
   <source>drawn and saved as PNG</source>
   <translation>gezeichnet und als PNG gespeichert</translation>
  </message>
  <message>
   <source>drawn from the prior</source>
   <translation>aus der Vorannahme gezogen</translation>
  </message>
  <message>
   <source>drawn from the prior, and every weight moves by {drift} % of its prior deviation from run to run</source>
   <translation>aus der Vorannahme gezogen, und jedes Gewicht wandert von Versuch zu Versuch um {drift} % seiner Standardabweichung in der Vorannahme</translation>
  </message>
  <message>
   <source>drawn from the prior, and the effect of one attribute depends on another</source>
   <translation>aus der Vorannahme gezogen, und die Wirkung eines Merkmals hängt von einem anderen ab</translation>
  </message>
  <message>
   <source>drawn from the prior, with a step at a level of one attribute</source>
   <translation>aus der Vorannahme gezogen, mit einer Stufe bei einem Wert eines Merkmals</translation>
  </message>
  <message>
   <source>drawn from what is believed after the outcomes so far; every run starts from these outcomes</source>
   <translation>aus dem gezogen, was nach den bisherigen Ergebnissen angenommen wird; jeder Verlauf beginnt mit diesen Ergebnissen</translation>
  </message>
  <message>
   <source>drawn with its plots</source>
   <translation>mit seinen Bildern gezeichnet</translation>
  </message>
  <message>
   <source>empty well</source>
   <translation>leeres Well</translation>
  </message>
  <message>
   <source>ends with entry {entries}, but {seq} entries were seen here, the last of {at} UTC</source>
   <translation>endet mit Eintrag {entries}, aber {seq} Einträge waren hier schon zu sehen, der letzte vom {at} UTC</translation>
  </message>
  <message>
   <source>error rate, %</source>
   <translation>Irrtumsrate, %</translation>
  </message>
  <message>
   <source>expected effects</source>
   <translation>erwartete Wirkungen</translation>
  </message>
  <message>
   <source>failure</source>
   <translation>Fehlschlag</translation>
  </message>
  <message>
   <source>fewer than half of the replays found a success</source>
   <translation>weniger als die Hälfte der Durchgänge fand einen Erfolg</translation>
  </message>
  <message>
   <source>files of the program</source>
   <translation>Dateien des Programms</translation>
  </message>
  <message>
   <source>folder for this processor</source>
   <translation>Ordner für diesen Prozessor</translation>
  </message>
  <message>
   <source>folder that came with the program</source>
   <translation>mitgelieferter Ordner</translation>
  </message>
  <message>
   <source>fonts</source>
   <translation>Schriften</translation>
  </message>
  <message>
   <source>formulas without results: open the file in a spreadsheet program, save it, and choose it again</source>
   <translation>Formeln ohne Ergebnis: öffnen Sie die Datei in einer Tabellenkalkulation, speichern Sie sie und wählen Sie sie noch einmal</translation>
  </message>
  <message>
   <source>found because commas separate the columns</source>
   <translation>erkannt, weil Kommas die Spalten trennen</translation>
  </message>
  <message>
   <source>found because every byte fits UTF-8</source>
   <translation>erkannt, weil jedes Byte zu UTF-8 passt</translation>
  </message>
  <message>
   <source>found because it is the only visible sheet with a table</source>
   <translation>gefunden, weil es das einzige sichtbare Blatt mit einer Tabelle ist</translation>
  </message>
  <message>
   <source>found because it is the only visible sheet with data</source>
   <translation>erkannt, weil es das einzige sichtbare Blatt mit Daten ist</translation>
  </message>
  <message>
   <source>found because no line has more than one cell</source>
   <translation>erkannt, weil keine Zeile mehr als eine Zelle hat</translation>
  </message>
  <message>
   <source>found because of {text} ({place})</source>
   <translation>erkannt an {text} ({place})</translation>
  </message>
  <message>
   <source>found because of {text}; the other marks separate thousands</source>
   <translation>gefunden wegen {text}; die anderen Zeichen trennen Tausender</translation>
  </message>
  <message>
   <source>found because only this one gives every line the same number of cells</source>
   <translation>erkannt, weil nur dieses jeder Zeile gleich viele Zellen gibt</translation>
  </message>
  <message>
   <source>found because the file begins with its byte-order mark</source>
   <translation>erkannt, weil die Datei mit der Marke dafür beginnt</translation>
  </message>
  <message>
   <source>found because the first line names it</source>
   <translation>erkannt, weil die erste Zeile es nennt</translation>
  </message>
  <message>
   <source>found in numbers that are text: {why}</source>
   <translation>gefunden in Zahlen, die als Text gespeichert sind: {why}</translation>
  </message>
  <message>
   <source>given {what}</source>
   <translation>{what} eingerechnet</translation>
  </message>
  <message>
   <source>half of the replays by run</source>
   <translation>die Hälfte der Durchgänge bis Versuch</translation>
  </message>
  <message>
   <source>half of the replays found a success within {count} runs</source>
   <translation>die Hälfte der Durchgänge fand einen Erfolg innerhalb von {count} Versuchen</translation>
  </message>
  <message>
   <source>has a decimal comma, but the table is read with the decimal point; choose the decimal comma for the whole table, or take thousands separators out</source>
   <translation>hat ein Dezimalkomma, aber die Tabelle wird mit Dezimalpunkt gelesen; wählen Sie das Dezimalkomma für die ganze Tabelle, oder entfernen Sie Tausendertrennzeichen</translation>
  </message>
  <message>
   <source>has a decimal point, but the table is read with the decimal comma; choose the decimal point for the whole table, or take thousands separators out</source>
   <translation>hat einen Dezimalpunkt, aber die Tabelle wird mit Dezimalkomma gelesen; wählen Sie den Dezimalpunkt für die ganze Tabelle, oder entfernen Sie Tausendertrennzeichen</translation>
  </message>
  <message>
   <source>has lost its time zone</source>
   <translation>hat ihre Zeitzone verloren</translation>
  </message>
  <message>
   <source>has more than a number in it; write the number alone and put the unit in the heading</source>
   <translation>enthält mehr als eine Zahl; schreiben Sie nur die Zahl und die Einheit in die Überschrift</translation>
  </message>
  <message>
   <source>has the digit “{char}” ({point}); type it with the digits 0 to 9</source>
   <translation>hat die Ziffer „{char}“ ({point}); schreiben Sie sie mit den Ziffern 0 bis 9</translation>
  </message>
  <message>
   <source>has the sign “{char}” ({point}) where a minus is meant; type the hyphen “-” instead</source>
   <translation>hat das Zeichen „{char}“ ({point}), wo ein Minus gemeint ist; schreiben Sie den Bindestrich „-“</translation>
  </message>
  <message>
   <source>has thousands separators; write it without them</source>
   <translation>hat Tausendertrennzeichen; schreiben Sie ohne sie</translation>
  </message>
  <message>
   <source>has two uses: give it one</source>
   <translation>hat zwei Aufgaben: Geben Sie ihm eine</translation>
  </message>
  <message>
   <source>holds other entries than those that were seen here until {at} UTC</source>
   <translation>enthält andere Einträge als die, die hier bis {at} UTC zu sehen waren</translation>
  </message>
  <message>
   <source>icons and pictures</source>
   <translation>Symbole und Bilder</translation>
  </message>
  <message>
   <source>id</source>
   <translation>Kennung</translation>
  </message>
  <message>
   <source>ignored</source>
   <translation>weggelassen</translation>
  </message>
  <message>
   <source>imported from earlier work</source>
   <translation>aus früherer Arbeit importiert</translation>
  </message>
  <message>
   <source>is JSON, not a table: write it as CSV, with a line of headings.</source>
   <translation>ist JSON und keine Tabelle: Schreiben Sie sie als CSV mit einer Zeile von Überschriften.</translation>
  </message>
  <message>
   <source>is a PDF: save the table as .xlsx or CSV in the program that made it.</source>
   <translation>ist ein PDF: Speichern Sie die Tabelle in dem Programm, aus dem sie kommt, als .xlsx oder CSV.</translation>
  </message>
  <message>
   <source>is a date; a spreadsheet may have made it from a number, so type the number again</source>
   <translation>ist ein Datum; eine Tabellenkalkulation hat es vielleicht aus einer Zahl gemacht, geben Sie die Zahl neu ein</translation>
  </message>
  <message>
   <source>is a formula without a result; repair it in the spreadsheet and save again</source>
   <translation>ist eine Formel ohne Ergebnis; reparieren Sie sie in der Tabellenkalkulation und speichern Sie neu</translation>
  </message>
  <message>
   <source>is a formula; save the table with its results</source>
   <translation>ist eine Formel; speichern Sie die Tabelle mit ihren Ergebnissen</translation>
  </message>
  <message>
   <source>is a limit, not a number; write the number alone</source>
   <translation>ist eine Grenze, keine Zahl; schreiben Sie nur die Zahl</translation>
  </message>
  <message>
   <source>is a percentage; write the number alone and put % in the heading</source>
   <translation>ist ein Prozentwert; schreiben Sie nur die Zahl und % in die Überschrift</translation>
  </message>
  <message>
   <source>is a time of day, not a number</source>
   <translation>ist eine Uhrzeit, keine Zahl</translation>
  </message>
  <message>
   <source>is a true-or-false value, not a number</source>
   <translation>ist ein Wahrheitswert, keine Zahl</translation>
  </message>
  <message>
   <source>is a web page or XML, whatever it is called: open it in a spreadsheet and save it as .xlsx or CSV.</source>
   <translation>ist eine Webseite oder XML, wie immer sie heißt: Öffnen Sie sie in einer Tabellenkalkulation und speichern Sie sie als .xlsx oder CSV.</translation>
  </message>
  <message>
   <source>is compressed: unpack it first.</source>
   <translation>ist gepackt: Entpacken Sie die Datei zuerst.</translation>
  </message>
  <message>
   <source>is empty</source>
   <translation>ist leer</translation>
  </message>
  <message>
   <source>is kept in step with other computers ({name})</source>
   <translation>wird mit anderen Computern abgeglichen ({name})</translation>
  </message>
  <message>
   <source>is not a finite number; leave the cell empty if the value is missing</source>
   <translation>ist keine endliche Zahl; lassen Sie die Zelle leer, wenn der Wert fehlt</translation>
  </message>
  <message>
   <source>is not a number of the form -12{marks}5 or 3e-4</source>
   <translation>ist keine Zahl der Form -12{marks}5 oder 3e-4</translation>
  </message>
  <message>
   <source>is not a time like 2026-11-21T14:02:31Z</source>
   <translation>ist keine Zeit wie 2026-11-21T14:02:31Z</translation>
  </message>
  <message>
   <source>is not on this plate, whose wells are A01 to {last}</source>
   <translation>gibt es auf dieser Platte nicht; ihre Wells sind A01 bis {last}</translation>
  </message>
  <message>
   <source>is not written in decimal digits; write it with base 10</source>
   <translation>ist nicht in Dezimalziffern geschrieben; schreiben Sie zur Basis 10</translation>
  </message>
  <message>
   <source>is on a network drive ({kind})</source>
   <translation>liegt auf einem Netzlaufwerk ({kind})</translation>
  </message>
  <message>
   <source>is so small that it would become 0; the smallest number is about 5e-324</source>
   <translation>ist so klein, dass es 0 würde; die kleinste Zahl ist etwa 5e-324</translation>
  </message>
  <message>
   <source>is text, not a number</source>
   <translation>ist Text, keine Zahl</translation>
  </message>
  <message>
   <source>is too large to calculate with; the largest number is about 1.8e308</source>
   <translation>ist zu groß zum Rechnen; die größte Zahl ist etwa 1.8e308</translation>
  </message>
  <message>
   <source>it cannot be drawn ({cause}). Install kgdesk again.</source>
   <translation>es lässt sich nicht zeichnen ({cause}). Installieren Sie kgdesk neu.</translation>
  </message>
  <message>
   <source>it completes the headings above</source>
   <translation>sie ergänzt die Überschriften darüber</translation>
  </message>
  <message>
   <source>it is a table: write [{key}], and its settings below</source>
   <translation>das ist eine Tabelle: Schreiben Sie [{key}] und darunter ihre Einstellungen</translation>
  </message>
  <message>
   <source>its logarithm</source>
   <translation>sein Logarithmus</translation>
  </message>
  <message>
   <source>its picture is empty. Install kgdesk again.</source>
   <translation>sein Bild ist leer. Installieren Sie kgdesk neu.</translation>
  </message>
  <message>
   <source>kept columns on the card</source>
   <translation>aufbewahrte Spalten auf der Karte</translation>
  </message>
  <message>
   <source>kept kernels</source>
   <translation>aufbewahrte Rechenkerne</translation>
  </message>
  <message>
   <source>kept with the data</source>
   <translation>mit den Daten aufbewahrt</translation>
  </message>
  <message>
   <source>kernels</source>
   <translation>Rechenkerne</translation>
  </message>
  <message>
   <source>kgdesk could not be started again. Every run that was recorded is safe: start it by hand.</source>
   <translation>kgdesk konnte nicht neu gestartet werden. Jeder eingetragene Versuch ist sicher: Starten Sie es von Hand.</translation>
  </message>
  <message>
   <source>kgdesk {version} on {computer} ({system}, {machine}, {count} processor cores), {time}</source>
   <translation>kgdesk {version} auf {computer} ({system}, {machine}, {count} Prozessorkerne), {time}</translation>
  </message>
  <message>
   <source>kgdesk's suggestion was {candidate}</source>
   <translation>der Vorschlag von kgdesk war {candidate}</translation>
  </message>
  <message>
   <source>kgdesk's suggestion was {what}</source>
   <translation>Der Vorschlag von kgdesk war {what}</translation>
  </message>
  <message>
   <source>kind</source>
   <translation>Art</translation>
  </message>
  <message>
   <source>left out: only the Python package brings SciPy</source>
   <translation>ausgelassen: Nur das Python-Paket bringt SciPy mit</translation>
  </message>
  <message>
   <source>less than 0.1 percentage points</source>
   <translation>weniger als 0,1 Prozentpunkte</translation>
  </message>
  <message>
   <source>line</source>
   <translation>Zeile</translation>
  </message>
  <message>
   <source>list the columns, for example ["dose", "time"]</source>
   <translation>zählen Sie die Spalten auf, etwa ["Dosis", "Zeit"]</translation>
  </message>
  <message>
   <source>looks like a date or a fraction; type it as one number</source>
   <translation>sieht wie ein Datum oder ein Bruch aus; schreiben Sie eine Zahl</translation>
  </message>
  <message>
   <source>mean loss, points</source>
   <translation>mittlerer Verlust, Punkte</translation>
  </message>
  <message>
   <source>mean run</source>
   <translation>mittlerer Versuch</translation>
  </message>
  <message>
   <source>means a missing value; leave the cell empty instead</source>
   <translation>steht für einen fehlenden Wert; lassen Sie die Zelle stattdessen leer</translation>
  </message>
  <message>
   <source>measured value</source>
   <translation>Messwert</translation>
  </message>
  <message>
   <source>measurements</source>
   <translation>Versuche</translation>
  </message>
  <message>
   <source>minus that of {first}</source>
   <translation>minus den von {first}</translation>
  </message>
  <message>
   <source>minus that of {first}, n = {n}</source>
   <translation>minus den von {first}, n = {n}</translation>
  </message>
  <message>
   <source>model</source>
   <translation>Modell</translation>
  </message>
  <message>
   <source>model of the paper</source>
   <translation>Modell der Veröffentlichung</translation>
  </message>
  <message>
   <source>name of the operator</source>
   <translation>Name der bedienenden Person</translation>
  </message>
  <message>
   <source>never</source>
   <translation>nie</translation>
  </message>
  <message>
   <source>no</source>
   <translation>nein</translation>
  </message>
  <message>
   <source>no candidate of this study, not recorded</source>
   <translation>kein Kandidat dieser Studie, wird nicht eingetragen</translation>
  </message>
  <message>
   <source>no column for people</source>
   <translation>keine Spalte für Menschen</translation>
  </message>
  <message>
   <source>no more candidates can be run within the limits of the batch.</source>
   <translation>Innerhalb der Grenzen der Gruppe können keine weiteren Kandidaten geprüft werden.</translation>
  </message>
  <message>
   <source>no more candidates can be run.</source>
   <translation>Es können keine weiteren Kandidaten geprüft werden.</translation>
  </message>
  <message>
   <source>no result yet, stays in progress</source>
   <translation>noch kein Ergebnis, läuft weiter</translation>
  </message>
  <message>
   <source>no wide vectors</source>
   <translation>keine breiten Vektoren</translation>
  </message>
  <message>
   <source>no words</source>
   <translation>ohne Worte</translation>
  </message>
  <message>
   <source>none</source>
   <translation>keine Angabe</translation>
  </message>
  <message>
   <source>none (one column)</source>
   <translation>keines (eine Spalte)</translation>
  </message>
  <message>
   <source>none is recorded yet</source>
   <translation>noch ist keiner eingetragen</translation>
  </message>
  <message>
   <source>not described</source>
   <translation>nicht beschrieben</translation>
  </message>
  <message>
   <source>not recorded</source>
   <translation>nicht eingetragen</translation>
  </message>
  <message>
   <source>not set</source>
   <translation>nicht festgelegt</translation>
  </message>
  <message>
   <source>note</source>
   <translation>Notiz</translation>
  </message>
  <message>
   <source>nothing at all</source>
   <translation>gar nichts</translation>
  </message>
  <message>
   <source>nothing can be written there ({cause}). Choose another folder.</source>
   <translation>dort kann nichts geschrieben werden ({cause}). Wählen Sie einen anderen Ordner.</translation>
  </message>
  <message>
   <source>nothing to find: a sheet holds numbers as numbers</source>
   <translation>nichts zu erkennen: Ein Blatt enthält Zahlen als Zahlen</translation>
  </message>
  <message>
   <source>nothing to find: no number in the table has a decimal mark</source>
   <translation>nichts zu erkennen: Keine Zahl der Tabelle hat ein Dezimalzeichen</translation>
  </message>
  <message>
   <source>number of planned runs</source>
   <translation>Zahl der geplanten Versuche</translation>
  </message>
  <message>
   <source>numbers are used as they are, not standardised</source>
   <translation>Zahlen werden benutzt, wie sie sind, nicht standardisiert</translation>
  </message>
  <message>
   <source>numbers that only name the row</source>
   <translation>Zahlen, die nur die Zeile bezeichnen</translation>
  </message>
  <message>
   <source>numbers: compared with SciPy</source>
   <translation>Zahlen: verglichen mit SciPy</translation>
  </message>
  <message>
   <source>numbers: probabilities and margins</source>
   <translation>Zahlen: Wahrscheinlichkeiten und Abstände</translation>
  </message>
  <message>
   <source>numbers: {kind} belief and its values of testing</source>
   <translation>Zahlen: Modell {kind} und seine Werte der Versuche</translation>
  </message>
  <message>
   <source>of 100 candidates, how many succeed: 1 to 99</source>
   <translation>von 100 Kandidaten, wie viele gelingen: 1 bis 99</translation>
  </message>
  <message>
   <source>off by {worst} ({at}). {again}</source>
   <translation>um {worst} daneben ({at}). {again}</translation>
  </message>
  <message>
   <source>offset from UTC</source>
   <translation>Abstand zu UTC</translation>
  </message>
  <message>
   <source>ok</source>
   <translation>in Ordnung</translation>
  </message>
  <message>
   <source>one cell</source>
   <translation>eine Zelle</translation>
  </message>
  <message>
   <source>only once</source>
   <translation>nur einmal</translation>
  </message>
  <message>
   <source>open folder</source>
   <translation>offener Ordner</translation>
  </message>
  <message>
   <source>operator's name</source>
   <translation>Name (Bediener:in)</translation>
  </message>
  <message>
   <source>opportunity cost</source>
   <translation>Abstand vom besten</translation>
  </message>
  <message>
   <source>other entries</source>
   <translation>andere Einträge</translation>
  </message>
  <message>
   <source>outcome</source>
   <translation>Ergebnis</translation>
  </message>
  <message>
   <source>plug-in recommendation</source>
   <translation>Empfehlung nach Punktschätzung</translation>
  </message>
  <message>
   <source>point</source>
   <translation>Punkt</translation>
  </message>
  <message>
   <source>points</source>
   <translation>Punkte</translation>
  </message>
  <message>
   <source>policy</source>
   <translation>Auswahlregel</translation>
  </message>
  <message>
   <source>policy not recorded</source>
   <translation>Auswahlregel nicht eingetragen</translation>
  </message>
  <message>
   <source>policy/belief</source>
   <translation>Auswahlregel/Modell</translation>
  </message>
  <message>
   <source>pool</source>
   <translation>Tabelle</translation>
  </message>
  <message>
   <source>predictive recommendation</source>
   <translation>Empfehlung nach Vorhersage</translation>
  </message>
  <message>
   <source>prior of a typical candidate (log-odds)</source>
   <translation>Vorwissen über einen typischen Kandidaten (Log-Odds)</translation>
  </message>
  <message>
   <source>prior strength</source>
   <translation>Stärke des Vorwissens</translation>
  </message>
  <message>
   <source>prior strength of products</source>
   <translation>Stärke des Vorwissens über Produkte</translation>
  </message>
  <message>
   <source>prior strength of squares</source>
   <translation>Stärke des Vorwissens über Quadrate</translation>
  </message>
  <message>
   <source>processor</source>
   <translation>Prozessor</translation>
  </message>
  <message>
   <source>program</source>
   <translation>Programm</translation>
  </message>
  <message>
   <source>program's version</source>
   <translation>Version des Programms</translation>
  </message>
  <message>
   <source>really set: {values}</source>
   <translation>wirklich eingestellt: {values}</translation>
  </message>
  <message>
   <source>reason</source>
   <translation>Grund</translation>
  </message>
  <message>
   <source>recommended model</source>
   <translation>empfohlenes Modell</translation>
  </message>
  <message>
   <source>recorded already as run {run}</source>
   <translation>schon eingetragen als Versuch {run}</translation>
  </message>
  <message>
   <source>row</source>
   <translation>Zeile</translation>
  </message>
  <message>
   <source>row {row}</source>
   <translation>Zeile {row}</translation>
  </message>
  <message>
   <source>rule</source>
   <translation>Regel</translation>
  </message>
  <message>
   <source>run {number} is in progress</source>
   <translation>Versuch {number} läuft</translation>
  </message>
  <message>
   <source>run {runs}</source>
   <translation>Versuch {runs}</translation>
  </message>
  <message>
   <source>runs</source>
   <translation>Versuche</translation>
  </message>
  <message>
   <source>runs at once</source>
   <translation>Versuche zugleich</translation>
  </message>
  <message>
   <source>runs of a candidate again</source>
   <translation>Versuche mit demselben Kandidaten</translation>
  </message>
  <message>
   <source>runs {numbers} are in progress</source>
   <translation>die Versuche {numbers} laufen</translation>
  </message>
  <message>
   <source>runs {runs}</source>
   <translation>Versuche {runs}</translation>
  </message>
  <message>
   <source>runs, candidates, audit and settings</source>
   <translation>Versuche, Kandidaten, Protokoll und Einstellungen</translation>
  </message>
  <message>
   <source>scale of the measured value</source>
   <translation>Skala des Messwerts</translation>
  </message>
  <message>
   <source>seed</source>
   <translation>Startzahl</translation>
  </message>
  <message>
   <source>semicolon</source>
   <translation>Semikolon</translation>
  </message>
  <message>
   <source>some</source>
   <translation>einige</translation>
  </message>
  <message>
   <source>space</source>
   <translation>Leerzeichen</translation>
  </message>
  <message>
   <source>starts with an apostrophe, the mark of text; delete it</source>
   <translation>beginnt mit einem Apostroph, dem Zeichen für Text; löschen Sie ihn</translation>
  </message>
  <message>
   <source>stopped</source>
   <translation>angehalten</translation>
  </message>
  <message>
   <source>stopping rule</source>
   <translation>Stoppregel</translation>
  </message>
  <message>
   <source>straight, bent and smooth models without products of numbers, weighted by the outcomes</source>
   <translation>gerade, gekrümmte und glatte Modelle ohne Produkte von Zahlen, nach den Ergebnissen gewichtet</translation>
  </message>
  <message>
   <source>straight, bent and smooth models, weighted by the outcomes</source>
   <translation>gerade, gekrümmte und glatte Modelle, nach den Ergebnissen gewichtet</translation>
  </message>
  <message>
   <source>success</source>
   <translation>Erfolg</translation>
  </message>
  <message>
   <source>success/failure, yes/no, ja/nein, true/false, pass/fail, 1/0 or 1/-1</source>
   <translation>success/failure, yes/no, ja/nein, true/false, pass/fail, 1/0 oder 1/-1</translation>
  </message>
  <message>
   <source>successes found</source>
   <translation>gefundene Erfolge</translation>
  </message>
  <message>
   <source>tab</source>
   <translation>Tabulator</translation>
  </message>
  <message>
   <source>terms</source>
   <translation>Terme</translation>
  </message>
  <message>
   <source>text</source>
   <translation>Text</translation>
  </message>
  <message>
   <source>text follows the closing quotation mark{since}</source>
   <translation>Text folgt auf das schließende Anführungszeichen{since}</translation>
  </message>
  <message>
   <source>the best lies at an end of every range</source>
   <translation>das Beste liegt an einem Ende jedes Bereichs</translation>
  </message>
  <message>
   <source>the best may lie in the middle of a range</source>
   <translation>das Beste kann in der Mitte eines Bereichs liegen</translation>
  </message>
  <message>
   <source>the best may lie in the middle of a range; no number changes the effect of another</source>
   <translation>das Beste kann in der Mitte eines Bereichs liegen; keine Zahl ändert die Wirkung einer anderen</translation>
  </message>
  <message>
   <source>the best now has succeeded at least once, in at least half of its runs</source>
   <translation>der aktuell Beste hatte mindestens einmal Erfolg, in mindestens der Hälfte seiner Versuche</translation>
  </message>
  <message>
   <source>the best now has succeeded at least {count} times, in at least half of its runs</source>
   <translation>der aktuell Beste hatte mindestens {count}-mal Erfolg, in mindestens der Hälfte seiner Versuche</translation>
  </message>
  <message>
   <source>the best now is within {points:g} percentage points of the true best with a chance of {level:g} %</source>
   <translation>der aktuell beste Kandidat ist mit {level:g} % Wahrscheinlichkeit höchstens {points:g} Prozentpunkte vom wahren Besten entfernt</translation>
  </message>
  <message>
   <source>the cells hold only 0 and 1: values of {name}, or failure and success?</source>
   <translation>die Zellen enthalten nur 0 und 1: Werte von {name}, oder Fehlschlag und Erfolg?</translation>
  </message>
  <message>
   <source>the disk is full. Free some space and save again.</source>
   <translation>Der Datenträger ist voll. Schaffen Sie Platz und speichern Sie noch einmal.</translation>
  </message>
  <message>
   <source>the effect of a number may depend on another one</source>
   <translation>die Wirkung einer Zahl kann von einer anderen abhängen</translation>
  </message>
  <message>
   <source>the file of that name is open in another program, or may not be replaced. Close it there and save again, or choose another name.</source>
   <translation>die Datei dieses Namens ist in einem anderen Programm offen oder darf nicht ersetzt werden. Schließen Sie sie dort und speichern Sie erneut, oder wählen Sie einen anderen Namen.</translation>
  </message>
  <message>
   <source>the first {word} that is not blank</source>
   <translation>die erste {word}, die nicht leer ist</translation>
  </message>
  <message>
   <source>the folder {folder} may not be written. Choose another one.</source>
   <translation>In den Ordner {folder} darf nicht geschrieben werden. Wählen Sie einen anderen.</translation>
  </message>
  <message>
   <source>the last one is {number}</source>
   <translation>der letzte ist {number}</translation>
  </message>
  <message>
   <source>the letters {letters} are not drawn. Install another font.</source>
   <translation>die Zeichen {letters} werden nicht gezeichnet. Installieren Sie eine andere Schrift.</translation>
  </message>
  <message>
   <source>the logit of a share</source>
   <translation>der Logit eines Anteils</translation>
  </message>
  <message>
   <source>the measured values</source>
   <translation>den Messwerten</translation>
  </message>
  <message>
   <source>the outcomes alone</source>
   <translation>nur den Ergebnissen</translation>
  </message>
  <message>
   <source>the part that draws the window did not start ({cause}). Install again.</source>
   <translation>der Teil, der das Fenster zeichnet, ist nicht gestartet ({cause}). Installieren Sie kgdesk neu.</translation>
  </message>
  <message>
   <source>the place cannot be reached or does not take this name. Choose another one.</source>
   <translation>Der Ort ist nicht erreichbar oder nimmt diesen Namen nicht an. Wählen Sie einen anderen.</translation>
  </message>
  <message>
   <source>the prior is stated in words as well: state it once</source>
   <translation>das Vorwissen steht auch in Worten da: Nennen Sie es einmal</translation>
  </message>
  <message>
   <source>the proposed one</source>
   <translation>die vorgeschlagene</translation>
  </message>
  <message>
   <source>the runs</source>
   <translation>die Versuche</translation>
  </message>
  <message>
   <source>the runs, for programs</source>
   <translation>die Versuche, für Programme</translation>
  </message>
  <message>
   <source>the same word in every row</source>
   <translation>in jeder Zeile dasselbe Wort</translation>
  </message>
  <message>
   <source>the threads run on the layer {layer}, which kgdesk does not use. {again}</source>
   <translation>die Threads laufen auf der Schicht {layer}, die kgdesk nicht verwendet. {again}</translation>
  </message>
  <message>
   <source>the value of testing is below {points:g} percentage points</source>
   <translation>der Wert eines Versuchs liegt unter {points:g} Prozentpunkten</translation>
  </message>
  <message>
   <source>the whole study</source>
   <translation>die ganze Studie</translation>
  </message>
  <message>
   <source>the worker {names}</source>
   <translation>dem Rechner {names}</translation>
  </message>
  <message>
   <source>the workers {names}</source>
   <translation>den Rechnern {names}</translation>
  </message>
  <message>
   <source>there are none, so that no text can be shown. Install a font.</source>
   <translation>es gibt keine, also kann kein Text gezeigt werden. Installieren Sie eine Schrift.</translation>
  </message>
  <message>
   <source>there is a quotation mark inside a cell that does not begin with one</source>
   <translation>ein Anführungszeichen steht in einer Zelle, die nicht mit einem beginnt</translation>
  </message>
  <message>
   <source>there is no folder {folder}. Choose another one.</source>
   <translation>Einen Ordner {folder} gibt es nicht. Wählen Sie einen anderen.</translation>
  </message>
  <message>
   <source>there is no such setting; the nearest name is “{near}”</source>
   <translation>diese Einstellung gibt es nicht; der ähnlichste Name ist „{near}“</translation>
  </message>
  <message>
   <source>there is no such setting; there are {known}</source>
   <translation>diese Einstellung gibt es nicht; es gibt {known}</translation>
  </message>
  <message>
   <source>they cannot be drawn. Install kgdesk again.</source>
   <translation>sie lassen sich nicht zeichnen. Installieren Sie kgdesk neu.</translation>
  </message>
  <message>
   <source>this blank cell</source>
   <translation>diese leere Zelle</translation>
  </message>
  <message>
   <source>this cell is blank</source>
   <translation>diese Zelle ist leer</translation>
  </message>
  <message>
   <source>this line cannot be split into cells ({refused})</source>
   <translation>diese Zeile lässt sich nicht in Zellen zerlegen ({refused})</translation>
  </message>
  <message>
   <source>threads</source>
   <translation>Rechenfäden</translation>
  </message>
  <message>
   <source>threshold</source>
   <translation>Schwellenwert</translation>
  </message>
  <message>
   <source>time</source>
   <translation>Zeit</translation>
  </message>
  <message>
   <source>title</source>
   <translation>Titel</translation>
  </message>
  <message>
   <source>to print and to sign</source>
   <translation>zum Drucken und Unterschreiben</translation>
  </message>
  <message>
   <source>to read in a browser</source>
   <translation>zum Lesen im Browser</translation>
  </message>
  <message>
   <source>two threads at once</source>
   <translation>zwei Rechenfäden zugleich</translation>
  </message>
  <message>
   <source>undecided</source>
   <translation>unklar</translation>
  </message>
  <message>
   <source>unit of the measured value</source>
   <translation>Einheit des Messwerts</translation>
  </message>
  <message>
   <source>unknown</source>
   <translation>unbekannt</translation>
  </message>
  <message>
   <source>void</source>
   <translation>ungültig</translation>
  </message>
  <message>
   <source>what a person calls one</source>
   <translation>was jemand so nennt</translation>
  </message>
  <message>
   <source>what does “{word}” mean?</source>
   <translation>was bedeutet „{word}“?</translation>
  </message>
  <message>
   <source>what runs share (blocks)</source>
   <translation>was Versuche gemeinsam haben (Blöcke)</translation>
  </message>
  <message>
   <source>whose best lies inside the range of every number</source>
   <translation>deren bester Kandidat bei jeder Zahl im Inneren des Bereichs liegt</translation>
  </message>
  <message>
   <source>window</source>
   <translation>Fenster</translation>
  </message>
  <message>
   <source>window of the sample study</source>
   <translation>Fenster der Beispielstudie</translation>
  </message>
  <message>
   <source>without a look at {what}</source>
   <translation>{what} nicht eingerechnet</translation>
  </message>
  <message>
   <source>words in tables and files of results</source>
   <translation>Wörter in Tabellen und Ergebnisdateien</translation>
  </message>
  <message>
   <source>words of which nearly every row has its own, so that nothing can be learnt</source>
   <translation>Wörter, von denen fast jede Zeile ein eigenes hat, sodass sich nichts lernen lässt</translation>
  </message>
  <message>
   <source>write a text, or several in brackets</source>
   <translation>schreiben Sie einen Text, oder mehrere in Klammern</translation>
  </message>
  <message>
   <source>yes</source>
   <translation>ja</translation>
  </message>
  <message>
   <source>{asked} All of it at once: {answers}.</source>
   <translation>{asked} Alles auf einmal: {answers}.</translation>
  </message>
  <message>
   <source>{asked} Further texts of this kind: {more}.</source>
   <translation>{asked} Weitere Texte dieser Art: {more}.</translation>
  </message>
  <message>
   <source>{asked} If the column counts successes, name the column with the number of runs.</source>
   <translation>{asked} Zählt die Spalte Erfolge, nennen Sie die Spalte mit der Zahl der Versuche.</translation>
  </message>
  <message>
   <source>{asked} They were read from {source}.</source>
   <translation>{asked} Gelesen aus {source}.</translation>
  </message>
  <message>
   <source>{best} has neither succeeded nor failed yet.</source>
   <translation>{best} hatte noch weder Erfolg noch Fehlschlag.</translation>
  </message>
  <message>
   <source>{best} has not succeeded yet (runs so far: {runs}).</source>
   <translation>{best} hatte noch keinen Erfolg (Versuche bisher: {runs}).</translation>
  </message>
  <message>
   <source>{best} has succeeded in its only run.</source>
   <translation>{best} hatte in seinem einzigen Versuch Erfolg.</translation>
  </message>
  <message>
   <source>{best} has succeeded in only {won} of {runs} runs, less than half.</source>
   <translation>{best} hatte in nur {won} von {runs} Versuchen Erfolg, weniger als der Hälfte.</translation>
  </message>
  <message>
   <source>{best} has succeeded in {won} of {runs} runs.</source>
   <translation>{best} hatte in {won} von {runs} Versuchen Erfolg.</translation>
  </message>
  <message>
   <source>{best} has succeeded in {won} of {runs} runs; the rule asks for {asked} successes.</source>
   <translation>{best} hatte in {won} von {runs} Versuchen Erfolg; die Regel verlangt {asked} Erfolge.</translation>
  </message>
  <message>
   <source>{best} is in progress: wait for run {run}.</source>
   <translation>{best} läuft gerade: Warten Sie auf Versuch {run}.</translation>
  </message>
  <message>
   <source>{best} is in progress: wait for runs {runs}.</source>
   <translation>{best} läuft gerade: Warten Sie auf die Versuche {runs}.</translation>
  </message>
  <message>
   <source>{best} was never run.</source>
   <translation>{best} wurde noch nie getestet.</translation>
  </message>
  <message>
   <source>{candidate} cannot start while {with_it} is in progress: they have {shared}, and candidates that share it never run together. Record the outcome of that run first.</source>
   <translation>{candidate} kann nicht beginnen, solange {with_it} läuft: Gemeinsam ist {shared}, und Kandidaten, die das teilen, laufen nie zugleich. Tragen Sie zuerst das Ergebnis jenes Versuchs ein.</translation>
  </message>
  <message>
   <source>{candidate} has had all runs that this study allows ({most}).</source>
   <translation>{candidate} hatte alle Versuche, die diese Studie erlaubt ({most}).</translation>
  </message>
  <message>
   <source>{candidate} is in stock already.</source>
   <translation>{candidate} ist schon wieder verfügbar.</translation>
  </message>
  <message>
   <source>{candidate} is named more than once among the candidates: name each once, or allow repeats.</source>
   <translation>{candidate} steht mehr als einmal unter den Kandidaten: Nennen Sie jeden einmal, oder erlauben Sie Wiederholungen.</translation>
  </message>
  <message>
   <source>{candidate} is out of stock already.</source>
   <translation>{candidate} ist schon nicht mehr verfügbar.</translation>
  </message>
  <message>
   <source>{candidate} is out of stock.</source>
   <translation>{candidate} ist nicht verfügbar.</translation>
  </message>
  <message>
   <source>{candidate} is out of stock: include it again before you start a run with it.</source>
   <translation>{candidate} ist nicht verfügbar: Machen Sie ihn wieder verfügbar, bevor Sie einen Versuch damit beginnen.</translation>
  </message>
  <message>
   <source>{candidate} is out of stock: it is not suggested anyway.</source>
   <translation>{candidate} ist nicht verfügbar: Er wird ohnehin nicht vorgeschlagen.</translation>
  </message>
  <message>
   <source>{candidate} is skipped already: it is suggested again after the next run.</source>
   <translation>{candidate} ist schon übersprungen: Nach dem nächsten Versuch wird er wieder vorgeschlagen.</translation>
  </message>
  <message>
   <source>{candidate} is the only candidate left to suggest: record a run or include another one.</source>
   <translation>{candidate} ist der einzige Kandidat, der noch vorgeschlagen werden kann: Tragen Sie einen Versuch ein, oder machen Sie einen anderen wieder verfügbar.</translation>
  </message>
  <message>
   <source>{candidate} is tried as often as this study allows ({most}): if its sample was not used after all, correct that run to “not done”; if samples can be used again, change the setting for repeats.</source>
   <translation>{candidate} ist so oft ausprobiert, wie diese Studie es zulässt ({most}): Wurde die Probe doch nicht verwendet, korrigieren Sie den Versuch zu „nicht durchgeführt“; sind Proben wieder verwendbar, ändern Sie die Einstellung zu Wiederholungen.</translation>
  </message>
  <message>
   <source>{candidate} is tried: it is not suggested again anyway.</source>
   <translation>{candidate} ist ausprobiert und wird ohnehin nicht wieder vorgeschlagen.</translation>
  </message>
  <message>
   <source>{candidate} may well be better: the chance is {chance}.</source>
   <translation>{candidate} kann durchaus besser sein: mit einer Wahrscheinlichkeit von {chance}.</translation>
  </message>
  <message>
   <source>{changes}, if its outcome comes before those of the other runs.</source>
   <translation>{changes}, wenn sein Ergebnis vor denen der anderen Versuche kommt.</translation>
  </message>
  <message>
   <source>{columns} columns to learn from are many for {runs} planned runs: what each one does will stay uncertain. Keep only those that may matter, or plan more runs.</source>
   <translation>{columns} Spalten zum Lernen sind viele für {runs} geplante Versuche: Was jede bewirkt, bleibt ungewiss. Behalten Sie nur die, auf die es ankommen kann, oder planen Sie mehr Versuche.</translation>
  </message>
  <message>
   <source>{columns} columns, {higher} of them products and squares, are many for {runs} planned runs: leave attributes out, choose linear terms, or plan more runs.</source>
   <translation>{columns} Spalten, davon {higher} Produkte und Quadrate, sind viele für {runs} geplante Versuche: Lassen Sie Merkmale weg, wählen Sie lineare Terme, oder planen Sie mehr Versuche.</translation>
  </message>
  <message>
   <source>{cost} after {n}</source>
   <translation>{cost} nach {n}</translation>
  </message>
  <message>
   <source>{count} candidates</source>
   <translation>{count} Kandidaten</translation>
  </message>
  <message>
   <source>{count} candidates have the same attributes as an earlier one (first {one} and {other}): they count as one in the calculation.</source>
   <translation>{count} Kandidaten haben dieselben Merkmale wie ein früherer (zuerst {one} und {other}): Sie zählen in der Rechnung als einer.</translation>
  </message>
  <message>
   <source>{count} cells</source>
   <translation>{count} Zellen</translation>
  </message>
  <message>
   <source>{count} earlier picks</source>
   <translation>{count} schon gewählte Versuche</translation>
  </message>
  <message>
   <source>{count} entries do not make sense and are set aside, the first of them entry {seq} (“{kind}”, by {operator}): they stay on record, and nothing is computed from them. kgdesk does not write such entries: find out who did.</source>
   <translation>{count} Einträge ergeben keinen Sinn und sind beiseitegelegt, der erste davon Eintrag {seq} („{kind}“, von {operator}): Sie bleiben in der Aufzeichnung, und nichts wird aus ihnen berechnet. kgdesk schreibt solche Einträge nicht: Finden Sie heraus, wer es war.</translation>
  </message>
  <message>
   <source>{count} entries that were seen on this computer are in neither: record them again.</source>
   <translation>{count} Einträge, die auf diesem Computer gesehen wurden, fehlen in beiden: tragen Sie sie erneut ein.</translation>
  </message>
  <message>
   <source>{count} failures</source>
   <translation>{count} Fehlschläge</translation>
  </message>
  <message>
   <source>{count} families, {family} {width} wide</source>
   <translation>{count} Schriftfamilien, {family} {width} breit</translation>
  </message>
  <message>
   <source>{count} lists with the same headings are side by side: they are read one below the other.</source>
   <translation>{count} Listen mit denselben Überschriften stehen nebeneinander: Sie werden untereinander gelesen.</translation>
  </message>
  <message>
   <source>{count} of {all} candidates have the same attributes as another one: they share one belief and count as one alternative.</source>
   <translation>{count} von {all} Kandidaten haben dieselben Merkmale wie ein anderer: Sie gelten als gleich und zählen als einer.</translation>
  </message>
  <message>
   <source>{count} of {runs} outcomes change: {which}.</source>
   <translation>{count} von {runs} Ergebnissen ändern sich: {which}.</translation>
  </message>
  <message>
   <source>{count} of {total} simulated runs were finished before: the rehearsal resumes from there.</source>
   <translation>{count} von {total} durchgespielten Verläufen waren schon fertig: Das Durchspielen geht dort weiter.</translation>
  </message>
  <message>
   <source>{count} outcomes</source>
   <translation>{count} Ergebnisse</translation>
  </message>
  <message>
   <source>{count} planned runs</source>
   <translation>{count} geplanten Versuchen</translation>
  </message>
  <message>
   <source>{count} pools, {more}</source>
   <translation>{count} Tabellen, {more}</translation>
  </message>
  <message>
   <source>{count} ready, compiled for {processor}, sources {digest}</source>
   <translation>{count} bereit, übersetzt für {processor}, Quellen {digest}</translation>
  </message>
  <message>
   <source>{count} replays</source>
   <translation>{count} Durchgänge</translation>
  </message>
  <message>
   <source>{count} rows of sheet {sheet} are hidden, perhaps by a filter (the first is row {row}); they are read like the others. Delete them in the sheet if they do not belong to the table.</source>
   <translation>{count} Zeilen von Blatt {sheet} sind ausgeblendet, vielleicht durch einen Filter (die erste ist Zeile {row}); sie werden wie die anderen gelesen. Löschen Sie sie im Blatt, wenn sie nicht zur Tabelle gehören.</translation>
  </message>
  <message>
   <source>{count} rows repeat a candidate with the same attributes and were merged with it ({word} {lines}).</source>
   <translation>{count} Zeilen wiederholen einen Kandidaten mit denselben Merkmalen und wurden mit ihm zusammengefasst ({word} {lines}).</translation>
  </message>
  <message>
   <source>{count} rows repeat a code with other values and were given a code of their own ({word} {listed}).</source>
   <translation>{count} Zeilen wiederholen einen Code mit anderen Werten und haben einen eigenen Code bekommen ({word} {listed}).</translation>
  </message>
  <message>
   <source>{count} rows that repeat a code with other values are left out.</source>
   <translation>{count} Zeilen, die einen Code mit anderen Werten wiederholen, werden weggelassen.</translation>
  </message>
  <message>
   <source>{count} rows with blank cells are left out.</source>
   <translation>{count} Zeilen mit leeren Zellen werden ausgelassen.</translation>
  </message>
  <message>
   <source>{count} rows with words or limits among numbers are left out.</source>
   <translation>{count} Zeilen mit Wörtern oder Grenzen unter Zahlen werden weggelassen.</translation>
  </message>
  <message>
   <source>{count} runs are in progress.</source>
   <translation>{count} Versuche laufen noch.</translation>
  </message>
  <message>
   <source>{count} runs are spent</source>
   <translation>{count} Versuche sind verbraucht</translation>
  </message>
  <message>
   <source>{count} runs in progress</source>
   <translation>{count} laufende Versuche</translation>
  </message>
  <message>
   <source>{count} runs in progress ({names})</source>
   <translation>{count} Versuche im Gang ({names})</translation>
  </message>
  <message>
   <source>{count} successes</source>
   <translation>{count} Erfolge</translation>
  </message>
  <message>
   <source>{count} sweeps, the same bits</source>
   <translation>{count} Durchgänge, dieselben Bits</translation>
  </message>
  <message>
   <source>{count} times</source>
   <translation>{count}-mal</translation>
  </message>
  <message>
   <source>{count} times at most</source>
   <translation>höchstens {count}-mal</translation>
  </message>
  <message>
   <source>{count} with seeds {first} to {last}, {budget} runs in each. Figures are means over the replays, ± one standard error.</source>
   <translation>{count} mit den Startzahlen {first} bis {last}, {budget} Versuche in jedem. Die Zahlen sind Mittel über die Durchgänge, ± ein Standardfehler.</translation>
  </message>
  <message>
   <source>{delimiter} cannot separate columns: choose a comma, a semicolon, a tab or a bar (|).</source>
   <translation>{delimiter} kann keine Spalten trennen: Wählen Sie Komma, Semikolon, Tabulator oder senkrechten Strich (|).</translation>
  </message>
  <message>
   <source>{dest} is a folder: give the file a name of its own.</source>
   <translation>{dest} ist ein Ordner: Geben Sie der Datei einen eigenen Namen.</translation>
  </message>
  <message>
   <source>{either} would leave {best} the best (now {now}, {good} after a success, {bad} after a failure)</source>
   <translation>{either} würde {best} den besten bleiben lassen (jetzt {now}, {good} nach einem Erfolg, {bad} nach einem Fehlschlag)</translation>
  </message>
  <message>
   <source>{either} would leave {best} the best (now {now}, {good} after a success, {bad} after a failure), though some of the averaged models would change their choice</source>
   <translation>{either} würde {best} den besten bleiben lassen (jetzt {now}, {good} nach einem Erfolg, {bad} nach einem Fehlschlag), doch einige der gemittelten Modelle würden ihre Wahl ändern</translation>
  </message>
  <message>
   <source>{either} would make {best} the best ({good} after a success, {bad} after a failure)</source>
   <translation>{either} würde {best} zum besten machen ({good} nach einem Erfolg, {bad} nach einem Fehlschlag)</translation>
  </message>
  <message>
   <source>{entry} in {name} unpacks to more than {limit} MB: it is not read.</source>
   <translation>{entry} in {name} ist entpackt größer als {limit} MB: Es wird nicht gelesen.</translation>
  </message>
  <message>
   <source>{events} events before it are</source>
   <translation>{events} Einträge davor sind</translation>
  </message>
  <message>
   <source>{file} names no candidate: write one a line.</source>
   <translation>{file} nennt keinen Kandidaten: Schreiben Sie einen in jede Zeile.</translation>
  </message>
  <message>
   <source>{file} was recorded on {date} already, byte for byte. Nothing was recorded now. If these are further outcomes, say so.</source>
   <translation>{file} wurde am {date} schon eingetragen, Byte für Byte gleich. Jetzt wurde nichts eingetragen. Wenn es weitere Ergebnisse sind, sagen Sie es.</translation>
  </message>
  <message>
   <source>{file}, column number {number}</source>
   <translation>{file}, Spalte Nummer {number}</translation>
  </message>
  <message>
   <source>{file}, line {line} has no run number but other lines have one: fill it in (column “run”).</source>
   <translation>{file}, Zeile {line} hat keine Versuchsnummer, andere Zeilen aber schon: Tragen Sie sie ein (Spalte „run“).</translation>
  </message>
  <message>
   <source>{file}: column {name} contains codes of samples. Keep it for people, or leave it out.</source>
   <translation>{file}: Spalte {name} enthält Codes von Proben. Behalten Sie sie zum Anzeigen, oder lassen Sie sie weg.</translation>
  </message>
  <message>
   <source>{file}: column {name} contains numbers of runs, so name the column with the successes.</source>
   <translation>{file}: Spalte {name} enthält Zahlen von Versuchen; nennen Sie also die Spalte mit den Erfolgen.</translation>
  </message>
  <message>
   <source>{file}: column {name} is different in every row. If it names the candidates, say so; else leave it out.</source>
   <translation>{file}: Spalte {name} ist in jeder Zeile anders. Wenn sie die Kandidaten benennt, geben Sie das an; sonst lassen Sie sie weg.</translation>
  </message>
  <message>
   <source>{file}: column {name} is given two roles, {one} and {other}. Give it one.</source>
   <translation>{file}: Spalte {name} hat zwei Rollen, {one} und {other}. Geben Sie ihr eine.</translation>
  </message>
  <message>
   <source>{file}: column {name} may hold results. If these are past outcomes, say so and which are successes; else leave it out, or name all columns to learn from.</source>
   <translation>{file}: Spalte {name} enthält vielleicht Ergebnisse. Wenn es frühere Ergebnisse sind, geben Sie das an und welche davon Erfolge sind; sonst lassen Sie sie weg, oder nennen Sie alle Spalten, aus denen gelernt werden soll.</translation>
  </message>
  <message>
   <source>{file}: column {name} may hold results. If these are past outcomes, say so; else leave it out, or name all columns to learn from.</source>
   <translation>{file}: Spalte {name} enthält vielleicht Ergebnisse. Wenn es frühere Ergebnisse sind, geben Sie das an; sonst lassen Sie sie weg, oder nennen Sie alle Spalten, aus denen gelernt werden soll.</translation>
  </message>
  <message>
   <source>{file}: column {name} may hold results. If these are past outcomes, say so; if it is something that is set, learn from it; else leave it out.</source>
   <translation>{file}: Spalte {name} enthält vielleicht Ergebnisse. Sind es frühere Ergebnisse, sagen Sie es; ist es etwas, das eingestellt wird, lernen Sie daraus; sonst lassen Sie sie weg.</translation>
  </message>
  <message>
   <source>{file}: column {name} says where a sample is. Keep it for people, or leave it out; if it is a number to learn from, name all of these.</source>
   <translation>{file}: Spalte {name} sagt, wo eine Probe ist. Behalten Sie sie für die Menschen oder lassen Sie sie weg; ist sie eine Zahl, aus der gelernt werden soll, nennen Sie alle diese.</translation>
  </message>
  <message>
   <source>{file}: {columns} words, not numbers. Learn from them as categories or leave them out.</source>
   <translation>{file}: {columns} Wörter, keine Zahlen. Lernen Sie daraus als Kategorien, oder lassen Sie sie weg.</translation>
  </message>
  <message>
   <source>{file}: {columns} {what}. Leave out what cannot be learnt from.</source>
   <translation>{file}: {columns} {what}. Lassen Sie weg, woraus sich nichts lernen lässt.</translation>
  </message>
  <message>
   <source>{file}: {name} has other values in the study. Give the new candidate a name of its own.</source>
   <translation>{file}: {name} hat in der Studie andere Werte. Geben Sie dem neuen Kandidaten einen eigenen Namen.</translation>
  </message>
  <message>
   <source>{file}: {name} is not a category, so a blank cell in it cannot mean “none”.</source>
   <translation>{file}: {name} ist keine Kategorie, deshalb kann eine leere Zelle darin nicht „keines“ heißen.</translation>
  </message>
  <message>
   <source>{file}: {name} is not a number to learn from, so it has no logarithm.</source>
   <translation>{file}: {name} ist keine Zahl, aus der gelernt wird, und hat deshalb keinen Logarithmus.</translation>
  </message>
  <message>
   <source>{file}: {outcomes} to record, of these {good}, {bad}, {void} void.</source>
   <translation>{file}: {outcomes} einzutragen, davon {good}, {bad}, {void} ungültig.</translation>
  </message>
  <message>
   <source>{finished} No candidate was chosen.</source>
   <translation>{finished} Es wurde kein Kandidat gewählt.</translation>
  </message>
  <message>
   <source>{finished} Reason: {reason}</source>
   <translation>{finished} Grund: {reason}</translation>
  </message>
  <message>
   <source>{finished} {candidate} was chosen.</source>
   <translation>{finished} Gewählt wurde {candidate}.</translation>
  </message>
  <message>
   <source>{finished}, no candidate chosen</source>
   <translation>{finished}, ohne einen Kandidaten zu wählen</translation>
  </message>
  <message>
   <source>{finished}, {candidate} chosen</source>
   <translation>{finished}, gewählt: {candidate}</translation>
  </message>
  <message>
   <source>{first} and {other}</source>
   <translation>{first} und {other}</translation>
  </message>
  <message>
   <source>{first} and {second}</source>
   <translation>{first} und {second}</translation>
  </message>
  <message>
   <source>{first} or {other}</source>
   <translation>{first} oder {other}</translation>
  </message>
  <message>
   <source>{first} to {last}</source>
   <translation>{first} bis {last}</translation>
  </message>
  <message>
   <source>{first}. Still at stake, without the outcomes of these: {points} percentage points.</source>
   <translation>{first}. Noch auf dem Spiel, ohne deren Ergebnisse: {points} Prozentpunkte.</translation>
  </message>
  <message>
   <source>{first}; several runs of a rival can, and {most} percentage points are the most that may be gained.</source>
   <translation>{first}; mehrere Versuche mit einem Rivalen können es, und höchstens {most} Prozentpunkte sind zu gewinnen.</translation>
  </message>
  <message>
   <source>{first}; still at stake: {points} percentage points.</source>
   <translation>{first}; noch auf dem Spiel: {points} Prozentpunkte.</translation>
  </message>
  <message>
   <source>{first}; this one comes closest, and several together can gain more (still at stake, without the outcomes of these: {points} percentage points).</source>
   <translation>{first}; dieser kommt dem am nächsten, und mehrere zusammen können mehr bringen (noch auf dem Spiel, ohne deren Ergebnisse: {points} Prozentpunkte).</translation>
  </message>
  <message>
   <source>{first}; this one comes closest, and several together can gain more (still at stake: {points} percentage points).</source>
   <translation>{first}; dieser kommt dem am nächsten, und mehrere zusammen können mehr bringen (noch auf dem Spiel: {points} Prozentpunkte).</translation>
  </message>
  <message>
   <source>{first}; this one comes closest.</source>
   <translation>{first}; dieser kommt dem am nächsten.</translation>
  </message>
  <message>
   <source>{folder} cannot be written: check the folder.</source>
   <translation>{folder} kann nicht beschrieben werden: Prüfen Sie den Ordner.</translation>
  </message>
  <message>
   <source>{folder} is a file: name a folder for the tables. Nothing was written.</source>
   <translation>{folder} ist eine Datei: Nennen Sie einen Ordner für die Tabellen. Es wurde nichts geschrieben.</translation>
  </message>
  <message>
   <source>{folder} is a file: name a folder.</source>
   <translation>{folder} ist eine Datei: Nennen Sie einen Ordner.</translation>
  </message>
  <message>
   <source>{folder} is there already. Name a folder that is not.</source>
   <translation>{folder} ist schon da. Nennen Sie einen neuen Ordner.</translation>
  </message>
  <message>
   <source>{found} Choose the decimal mark.</source>
   <translation>{found} Wählen Sie das Dezimalzeichen.</translation>
  </message>
  <message>
   <source>{good} of {runs} succeeded</source>
   <translation>{good} von {runs} gelungen</translation>
  </message>
  <message>
   <source>{kind} in {unit}</source>
   <translation>{kind} in {unit}</translation>
  </message>
  <message>
   <source>{kind}, on a log scale</source>
   <translation>{kind}, logarithmisch</translation>
  </message>
  <message>
   <source>{left} of {count} planned runs are left.</source>
   <translation>{left} von {count} geplanten Versuchen sind übrig.</translation>
  </message>
  <message>
   <source>{level} range</source>
   <translation>{level}-Bereich</translation>
  </message>
  <message>
   <source>{line}, column {heading}</source>
   <translation>{line}, Spalte {heading}</translation>
  </message>
  <message>
   <source>{low} to {high}</source>
   <translation>{low} bis {high}</translation>
  </message>
  <message>
   <source>{minutes} min</source>
   <translation>{minutes} min</translation>
  </message>
  <message>
   <source>{more} more cells differ from the study in the same way.</source>
   <translation>{more} weitere Zellen weichen ebenso von der Studie ab.</translation>
  </message>
  <message>
   <source>{more} new entries</source>
   <translation>{more} neue Einträge</translation>
  </message>
  <message>
   <source>{names} and {count} more</source>
   <translation>{names} und {count} weitere</translation>
  </message>
  <message>
   <source>{names} is the last candidate in stock: include another one first, or finish the study.</source>
   <translation>{names} ist der letzte verfügbare Kandidat: Machen Sie zuerst einen anderen wieder verfügbar, oder schließen Sie die Studie ab.</translation>
  </message>
  <message>
   <source>{name} ({count} words)</source>
   <translation>{name} ({count} Wörter)</translation>
  </message>
  <message>
   <source>{name} at mean {mean}, variance {variance}</source>
   <translation>{name} bei Mittel {mean}, Varianz {variance}</translation>
  </message>
  <message>
   <source>{name} beside {path_name} does not belong to a study. Move it away.</source>
   <translation>{name} neben {path_name} gehört zu keiner Studie. Verschieben Sie es.</translation>
  </message>
  <message>
   <source>{name} cannot be read. Check the disk or network, your right to read it, and whether another program has it open.</source>
   <translation>{name} kann nicht gelesen werden. Prüfen Sie Datenträger oder Netzwerk, ob Sie die Datei lesen dürfen und ob ein anderes Programm sie offen hat.</translation>
  </message>
  <message>
   <source>{name} cannot be read: check the drive or copy the file to this computer.</source>
   <translation>{name} kann nicht gelesen werden: Prüfen Sie das Laufwerk oder kopieren Sie die Datei auf diesen Computer.</translation>
  </message>
  <message>
   <source>{name} cannot be written any more. {safe} Ask for the right to write it and try again.</source>
   <translation>{name} kann nicht mehr geschrieben werden. {safe} Bitten Sie um das Recht, die Datei zu schreiben, und versuchen Sie es noch einmal.</translation>
  </message>
  <message>
   <source>{name} contains no text: choose a file with headings and one {word} per candidate.</source>
   <translation>{name} enthält keinen Text: Wählen Sie eine Datei mit Überschriften und einer {word} je Kandidat.</translation>
  </message>
  <message>
   <source>{name} contains no text: copy the table with its headings, then paste again.</source>
   <translation>{name} enthält keinen Text: Kopieren Sie die Tabelle mit ihren Überschriften und fügen Sie sie noch einmal ein.</translation>
  </message>
  <message>
   <source>{name} contains no text: nothing was read.</source>
   <translation>{name} enthält keinen Text: Es wurde nichts gelesen.</translation>
  </message>
  <message>
   <source>{name} could not be written. {safe} Check the disk or network of {parent} and try again.</source>
   <translation>{name} konnte nicht geschrieben werden. {safe} Prüfen Sie Datenträger oder Netzwerk von {parent} und versuchen Sie es noch einmal.</translation>
  </message>
  <message>
   <source>{name} gives a table with {words} between the columns. Choose which one separates them and look at the preview.</source>
   <translation>{name} ergibt eine Tabelle mit {words} zwischen den Spalten. Wählen Sie, was sie trennt, und sehen Sie die Vorschau an.</translation>
  </message>
  <message>
   <source>{name} grows while it is read: close the program that writes it and try again.</source>
   <translation>{name} wächst, während es gelesen wird: Schließen Sie das Programm, das darin schreibt, und versuchen Sie es noch einmal.</translation>
  </message>
  <message>
   <source>{name} has a sheet that spans {height} rows and {width} columns, perhaps because of one cell far away from the others. Copy the candidates to a new sheet.</source>
   <translation>{name} hat ein Blatt, das {height} Zeilen und {width} Spalten überspannt, vielleicht wegen einer einzelnen Zelle weit weg von den anderen. Kopieren Sie die Kandidaten auf ein neues Blatt.</translation>
  </message>
  <message>
   <source>{name} has headings in {word} {line} but nothing below: add one {word} per candidate.</source>
   <translation>{name} hat Überschriften in {word} {line}, aber nichts darunter: Fügen Sie für jeden Kandidaten eine {word} hinzu.</translation>
  </message>
  <message>
   <source>{name} has no column left for an attribute: name at least one to learn from.</source>
   <translation>{name} hat keine Spalte mehr für ein Merkmal: Nennen Sie mindestens eine, aus der gelernt wird.</translation>
  </message>
  <message>
   <source>{name} has no column that names the runs: it needs one of the headings {headings}.</source>
   <translation>{name} hat keine Spalte, die die Versuche nennt: Nötig ist eine der Überschriften {headings}.</translation>
  </message>
  <message>
   <source>{name} has no column {heading}. Did you mean {near}?</source>
   <translation>{name} hat keine Spalte {heading}. Meinten Sie {near}?</translation>
  </message>
  <message>
   <source>{name} has no column {heading}: its columns are {listed}{more}.</source>
   <translation>{name} hat keine Spalte {heading}: Die Spalten sind {listed}{more}.</translation>
  </message>
  <message>
   <source>{name} has no column “outcome”, and none with the measured values: name it so.</source>
   <translation>{name} hat keine Spalte „outcome“ und keine mit Messwerten: Nennen Sie sie so.</translation>
  </message>
  <message>
   <source>{name} has no fork to settle: a branch can be settled that was seen at another place, in a study that goes on at its own. To go on with a copy take it as it is.</source>
   <translation>{name} hat keine Abweichung zu erledigen: Erledigt wird ein Zweig, der an einem anderen Ort gesehen wurde, in einer Studie, die an ihrem eigenen weitergeht. Um mit einer Kopie weiterzumachen, übernehmen Sie sie, wie sie ist.</translation>
  </message>
  <message>
   <source>{name} has no sheet with data: put the headings and the candidates on one sheet.</source>
   <translation>{name} hat kein Blatt mit Daten: Legen Sie Überschriften und Kandidaten auf ein Blatt.</translation>
  </message>
  <message>
   <source>{name} has no sheet {sheet}: choose one of its sheets ({names}).</source>
   <translation>{name} hat kein Blatt {sheet}: Wählen Sie eines dieser Blätter ({names}).</translation>
  </message>
  <message>
   <source>{name} has one candidate only, in {line_word} {line}, which leaves nothing to choose: add a {line_word} for each other candidate.</source>
   <translation>{name} hat nur einen Kandidaten, in {line_word} {line}, sodass es nichts zu wählen gibt: Fügen Sie für jeden weiteren Kandidaten eine {line_word} hinzu.</translation>
  </message>
  <message>
   <source>{name} has {count} columns, more than {max_columns}: leave out what is not needed.</source>
   <translation>{name} hat {count} Spalten, mehr als {max_columns}: Lassen Sie weg, was nicht gebraucht wird.</translation>
  </message>
  <message>
   <source>{name} has {count} sheets with data ({names}). Choose one of them, or keep the candidates in a file of their own.</source>
   <translation>{name} hat {count} Blätter mit Daten ({names}). Wählen Sie eines davon, oder speichern Sie die Kandidaten in einer eigenen Datei.</translation>
  </message>
  <message>
   <source>{name} is a backup of another study. Choose one of this study.</source>
   <translation>{name} ist die Sicherung einer anderen Studie. Wählen Sie eine dieser Studie.</translation>
  </message>
  <message>
   <source>{name} is a database, perhaps a study, not a table: choose a CSV or Excel file.</source>
   <translation>{name} ist eine Datenbank, vielleicht eine Studie, keine Tabelle: Wählen Sie eine CSV- oder Excel-Datei.</translation>
  </message>
  <message>
   <source>{name} is a folder: name a file in it.</source>
   <translation>{name} ist ein Ordner: Nennen Sie eine Datei darin.</translation>
  </message>
  <message>
   <source>{name} is a percentage: the logit scale would stretch the steps near 0 and 100 %. It is learnt as it is, which did as well on real yields.</source>
   <translation>{name} ist ein Prozentwert: Die Skala logit würde die Schritte nahe 0 und 100 % strecken. Gelernt wird er, wie er ist; bei echten Ausbeuten war das ebenso gut.</translation>
  </message>
  <message>
   <source>{name} is a text file and has no sheets: leave the sheet out.</source>
   <translation>{name} ist eine Textdatei und hat keine Blätter: Nennen Sie kein Blatt.</translation>
  </message>
  <message>
   <source>{name} is a zip file but not an Excel workbook (.xlsx): choose another file.</source>
   <translation>{name} ist eine Zip-Datei, aber keine Excel-Arbeitsmappe (.xlsx): Wählen Sie eine andere Datei.</translation>
  </message>
  <message>
   <source>{name} is already there: choose another folder, or replace it. Nothing was written.</source>
   <translation>{name} gibt es dort schon: Wählen Sie einen anderen Ordner, oder ersetzen Sie die Datei. Geschrieben wurde nichts.</translation>
  </message>
  <message>
   <source>{name} is already there; nothing was overwritten. Choose another name.</source>
   <translation>{name} ist schon da; nichts wurde überschrieben. Wählen Sie einen anderen Namen.</translation>
  </message>
  <message>
   <source>{name} is an Excel file of the old kind (.xls) or protected by a password: save it as .xlsx without a password.</source>
   <translation>{name} ist eine Excel-Datei der alten Art (.xls) oder durch ein Kennwort geschützt: Speichern Sie sie als .xlsx ohne Kennwort.</translation>
  </message>
  <message>
   <source>{name} is an OpenDocument spreadsheet (.ods): save it as .xlsx or CSV.</source>
   <translation>{name} ist eine OpenDocument-Tabelle (.ods): Speichern Sie sie als .xlsx oder CSV.</translation>
  </message>
  <message>
   <source>{name} is at revision {now}, not {revision}: ask for a suggestion again. Nothing was recorded.</source>
   <translation>{name} hat die Revision {now}, nicht {revision}: Fragen Sie noch einmal nach einem Vorschlag. Es wurde nichts eingetragen.</translation>
  </message>
  <message>
   <source>{name} is being written by another program just now. Try again in a moment.</source>
   <translation>{name} wird gerade von einem anderen Programm geschrieben. Versuchen Sie es gleich noch einmal.</translation>
  </message>
  <message>
   <source>{name} is closed.</source>
   <translation>{name} ist geschlossen.</translation>
  </message>
  <message>
   <source>{name} is closed. Open it again.</source>
   <translation>{name} ist geschlossen. Öffnen Sie die Studie neu.</translation>
  </message>
  <message>
   <source>{name} is damaged and cannot be read as it is. {backup}</source>
   <translation>{name} ist beschädigt und so nicht lesbar. {backup}</translation>
  </message>
  <message>
   <source>{name} is damaged or not an Excel workbook (.xlsx): open it in the spreadsheet program and save it again.</source>
   <translation>{name} ist beschädigt oder keine Excel-Arbeitsmappe (.xlsx): Öffnen Sie die Datei in der Tabellenkalkulation und speichern Sie sie neu.</translation>
  </message>
  <message>
   <source>{name} is empty: choose a file with a line of headings and one line per candidate.</source>
   <translation>{name} ist leer: Wählen Sie eine Datei mit einer Zeile Überschriften und einer Zeile je Kandidat.</translation>
  </message>
  <message>
   <source>{name} is larger than {limit} MB: leave out what is not needed for the study.</source>
   <translation>{name} ist größer als {limit} MB: Lassen Sie weg, was die Studie nicht braucht.</translation>
  </message>
  <message>
   <source>{name} is larger than {limit} MB: leave out what is not needed.</source>
   <translation>{name} ist größer als {limit} MB: Lassen Sie weg, was nicht gebraucht wird.</translation>
  </message>
  <message>
   <source>{name} is not a file: move it away.</source>
   <translation>{name} ist keine Datei: Schaffen Sie es weg.</translation>
  </message>
  <message>
   <source>{name} is not a study of kgdesk. Choose a file that ends in .kgstudy.</source>
   <translation>{name} ist keine Studie von kgdesk. Wählen Sie eine Datei, deren Name auf .kgstudy endet.</translation>
  </message>
  <message>
   <source>{name} is not a template: {reason}.</source>
   <translation>{name} ist keine Vorlage: {reason}.</translation>
  </message>
  <message>
   <source>{name} is not a text in UTF-8: save it as one.</source>
   <translation>{name} ist kein Text in UTF-8: Speichern Sie die Datei so.</translation>
  </message>
  <message>
   <source>{name} is not an archive of kgdesk, or only a part of one: choose a .zip that kgdesk has exported.</source>
   <translation>{name} ist kein Archiv von kgdesk oder nur ein Teil davon: Wählen Sie eine .zip-Datei, die kgdesk exportiert hat.</translation>
  </message>
  <message>
   <source>{name} is not an ordinary file: name a file with data.</source>
   <translation>{name} ist keine gewöhnliche Datei: Nennen Sie eine Datei mit Daten.</translation>
  </message>
  <message>
   <source>{name} is not saved: the folder {folder} does not answer. Choose another one.</source>
   <translation>{name} ist nicht gespeichert: Der Ordner {folder} antwortet nicht. Wählen Sie einen anderen.</translation>
  </message>
  <message>
   <source>{name} is not saved: {why}</source>
   <translation>{name} ist nicht gespeichert: {why}</translation>
  </message>
  <message>
   <source>{name} is open in another window or on another computer. {way}</source>
   <translation>{name} ist in einem anderen Fenster oder auf einem anderen Computer geöffnet. {way}</translation>
  </message>
  <message>
   <source>{name} is open on {workstation} by {operator} since {since}. {way}</source>
   <translation>{name} ist auf {workstation} von {operator} seit {since} geöffnet. {way}</translation>
  </message>
  <message>
   <source>{name} is protected by a password: save a copy without one.</source>
   <translation>{name} ist durch ein Kennwort geschützt: Speichern Sie eine Kopie ohne Kennwort.</translation>
  </message>
  <message>
   <source>{name} may not be read by this user: ask for the right, or copy the file.</source>
   <translation>{name} darf hier nicht gelesen werden: Lassen Sie es sich erlauben, oder kopieren Sie die Datei.</translation>
  </message>
  <message>
   <source>{name} may not be read now: close it in the program that has it open, or ask for the right.</source>
   <translation>{name} darf jetzt nicht gelesen werden: Schließen Sie die Datei in dem Programm, in dem sie offen ist, oder bitten Sie um das Recht dazu.</translation>
  </message>
  <message>
   <source>{name} on the server is another study than before. Open it again.</source>
   <translation>{name} auf dem Server ist eine andere Studie als zuvor. Öffnen Sie sie neu.</translation>
  </message>
  <message>
   <source>{name} seems to lie on its side, with a candidate in each column and an attribute in each row: turn it (in a spreadsheet, copy it and paste it transposed). If it does not, name the columns to learn from.</source>
   <translation>{name} liegt anscheinend auf der Seite, mit einem Kandidaten in jeder Spalte und einem Merkmal in jeder Zeile: Drehen Sie die Tabelle (in einer Tabellenkalkulation kopieren und transponiert einfügen). Wenn nicht, nennen Sie die Spalten, aus denen gelernt wird.</translation>
  </message>
  <message>
   <source>{name} unpacks to more than {max_unpacked} MB: leave out what is not needed.</source>
   <translation>{name} ist entpackt größer als {max_unpacked} MB: Lassen Sie weg, was nicht gebraucht wird.</translation>
  </message>
  <message>
   <source>{name} was changed by someone else and has {what}. Nothing was recorded; look at the new state and record again.</source>
   <translation>{name} wurde von jemand anderem geändert und hat {what}. Nichts wurde eingetragen; sehen Sie den neuen Stand an und tragen Sie noch einmal ein.</translation>
  </message>
  <message>
   <source>{name} was damaged while it was open. {safe} {backup}</source>
   <translation>{name} wurde beschädigt, während es geöffnet war. {safe} {backup}</translation>
  </message>
  <message>
   <source>{name} was moved, renamed or deleted while it was open. {safe} Put it back, or open it where it is now, and try again.</source>
   <translation>{name} wurde verschoben, umbenannt oder gelöscht, während es geöffnet war. {safe} Legen Sie die Datei zurück, oder öffnen Sie sie, wo sie jetzt liegt, und versuchen Sie es noch einmal.</translation>
  </message>
  <message>
   <source>{name} was not made because the folder {parent} cannot be written. Choose another folder, or ask for the right to write there.</source>
   <translation>{name} wurde nicht angelegt, weil in den Ordner {parent} nicht geschrieben werden kann. Wählen Sie einen anderen, oder lassen Sie sich das Schreiben dort erlauben.</translation>
  </message>
  <message>
   <source>{name} was not made. {way} and try again.</source>
   <translation>{name} wurde nicht angelegt. {way} und versuchen Sie es noch einmal.</translation>
  </message>
  <message>
   <source>{name} was not replaced, because another program has it open. Close it there and try again.</source>
   <translation>{name} wurde nicht ersetzt, weil ein anderes Programm die Datei geöffnet hat. Schließen Sie sie dort und versuchen Sie es noch einmal.</translation>
  </message>
  <message>
   <source>{name} was opened for reading only.</source>
   <translation>{name} ist nur zum Lesen geöffnet.</translation>
  </message>
  <message>
   <source>{name} was written by a newer version of kgdesk. Install that version to open it; the file was not changed.</source>
   <translation>{name} wurde von einer neueren Version von kgdesk geschrieben. Installieren Sie diese Version, um die Datei zu öffnen; sie wurde nicht verändert.</translation>
  </message>
  <message>
   <source>{name} {what}: entries are missing. Restore it from a backup, or take it as it is.</source>
   <translation>{name} {what}: Einträge fehlen. Stellen Sie die Studie aus einer Sicherung wieder her, oder übernehmen Sie sie, wie sie ist.</translation>
  </message>
  <message>
   <source>{name}, line {line}</source>
   <translation>{name}, Zeile {line}</translation>
  </message>
  <message>
   <source>{name}, line {line}, cannot be read: write one setting on a line, for example budget = 40, and texts in quotation marks.</source>
   <translation>{name}, Zeile {line}, lässt sich nicht lesen: Schreiben Sie eine Einstellung in eine Zeile, etwa budget = 40, und Texte in Anführungszeichen.</translation>
  </message>
  <message>
   <source>{name}, line {line}: a letter here is not written in UTF-8, and the file does not say which encoding it has. Choose one of {choices} and look at the preview, or save it as “CSV UTF-8”.</source>
   <translation>{name}, Zeile {line}: Ein Buchstabe ist hier nicht in UTF-8 geschrieben, und die Datei sagt nicht, welche Kodierung sie hat. Wählen Sie eine von {choices} und sehen Sie sich die Vorschau an, oder speichern Sie die Datei als „CSV UTF-8“.</translation>
  </message>
  <message>
   <source>{name}, line {line}: the bytes here do not fit the encoding {label}. Choose another one, or save the table as “CSV UTF-8”.</source>
   <translation>{name}, Zeile {line}: Die Bytes hier passen nicht zur Zeichenkodierung {label}. Wählen Sie eine andere, oder speichern Sie die Tabelle als „CSV UTF-8“.</translation>
  </message>
  <message>
   <source>{name}, line {line}: there is a NUL character here; this is not a text file. {hint}</source>
   <translation>{name}, Zeile {line}: Hier steht ein NUL-Zeichen; das ist keine Textdatei. {hint}</translation>
  </message>
  <message>
   <source>{name}, line {line}: this line is longer than {limit} MB; this is not a table. Choose another file.</source>
   <translation>{name}, Zeile {line}: Diese Zeile ist länger als {limit} MB; das ist keine Tabelle. Wählen Sie eine andere Datei.</translation>
  </message>
  <message>
   <source>{name}, line {line}: {cells} where the headings in line {top} have {count} (columns separated by: {char}). Give every line the same number of cells.</source>
   <translation>{name}, Zeile {line}: {cells}, aber {count} Überschriften in Zeile {top} (Spalten getrennt durch: {char}). Geben Sie jeder Zeile gleich viele Zellen.</translation>
  </message>
  <message>
   <source>{name}, line {line}: {reason}. A cell that holds a quotation mark is written as "like ""this""".</source>
   <translation>{name}, Zeile {line}: {reason}. Eine Zelle mit einem Anführungszeichen wird so geschrieben: "wie ""diese""".</translation>
  </message>
  <message>
   <source>{name}, row {row}, column number {column}</source>
   <translation>{name}, Zeile {row}, Spalte Nummer {column}</translation>
  </message>
  <message>
   <source>{name}, {line_word} {line}: run {run} is already in {line_word} {seen}. Keep one of them.</source>
   <translation>{name}, {line_word} {line}: Versuch {run} steht schon in {line_word} {seen}. Behalten Sie eine davon.</translation>
  </message>
  <message>
   <source>{name}, {word} {blank}: this {word} is blank but {word} {filled} is not. Delete the blank {word}, or what is below it if that is another table.</source>
   <translation>{name}, {word} {blank}: Diese {word} ist leer, {word} {filled} aber nicht. Löschen Sie die leere {word}, oder was darunter steht, falls das eine andere Tabelle ist.</translation>
  </message>
  <message>
   <source>{name}, {word} {line}: column number {index} has no heading. Give every column a name, or choose the {word} with the headings.</source>
   <translation>{name}, {word} {line}: Spalte Nummer {index} hat keine Überschrift. Geben Sie jeder Spalte einen Namen oder wählen Sie die {word} mit den Überschriften.</translation>
  </message>
  <message>
   <source>{name}, {word} {line}: columns number {first} and {index} are both called {title}. Give every column a name of its own.</source>
   <translation>{name}, {word} {line}: Die Spalten Nummer {first} und {index} heißen beide {title}. Geben Sie jeder Spalte einen eigenen Namen.</translation>
  </message>
  <message>
   <source>{name}, {word} {line}: the first {word} ({titles}) looks like one of the values below it. If there are no headings, say so; if these are the headings, choose this {word}.</source>
   <translation>{name}, {word} {line}: Die erste {word} ({titles}) sieht aus wie eine von den Werten darunter. Wenn es keine Überschriften gibt, geben Sie das an; wenn dies die Überschriften sind, wählen Sie diese {word}.</translation>
  </message>
  <message>
   <source>{name}, {word} {line}: this {word} is blank where headings are expected. Choose another one.</source>
   <translation>{name}, {word} {line}: Diese {word} ist leer, wo Überschriften erwartet werden. Wählen Sie eine andere.</translation>
  </message>
  <message>
   <source>{name}, {word} {next}: {names} may be the headings, not {titles} above them. Choose the {word} with the headings.</source>
   <translation>{name}, {word} {next}: {names} können die Überschriften sein, nicht {titles} darüber. Wählen Sie die {word} mit den Überschriften.</translation>
  </message>
  <message>
   <source>{name}: column {column} is not one of {choices}. Rename it or leave it out.</source>
   <translation>{name}: Spalte {column} ist keine von {choices}. Benennen Sie sie um oder lassen Sie sie weg.</translation>
  </message>
  <message>
   <source>{name}: two columns are called {title}. Rename one of them, so that it is plain which one counts.</source>
   <translation>{name}: Zwei Spalten heißen {title}. Benennen Sie eine davon um, damit klar ist, welche gilt.</translation>
  </message>
  <message>
   <source>{name}: with rows left out, {kept} of {all} rows remain, which is too few. {left_out} For example {word} {line}: {reason} Correct such rows, have them treated in another way, or leave out the column.</source>
   <translation>{name}: Ohne die ausgelassenen Zeilen bleiben {kept} von {all}, und das sind zu wenige. {left_out} Zum Beispiel {word} {line}: {reason} Berichtigen Sie solche Zeilen, lassen Sie sie anders behandeln (--blanks, --limits, --words, --repeated-codes), oder lassen Sie die Spalte weg (--ignore).</translation>
  </message>
  <message>
   <source>{name}: {count} things to correct. {said}</source>
   <translation>{name}: {count} Dinge sind zu berichtigen. {said}</translation>
  </message>
  <message>
   <source>{name}: {key} is not understood. A template has {known}.</source>
   <translation>{name}: {key} ist nicht bekannt. Eine Vorlage hat {known}.</translation>
  </message>
  <message>
   <source>{name}: {key} {value} is not understood. Write one of {known}.</source>
   <translation>{name}: {key} {value} ist nicht bekannt. Schreiben Sie eines von {known}.</translation>
  </message>
  <message>
   <source>{outcome} does not go with {value}: {rule} is a success. Correct one of them.</source>
   <translation>{outcome} passt nicht zu {value}: {rule} ist ein Erfolg. Korrigieren Sie eines davon.</translation>
  </message>
  <message>
   <source>{outcome} for {candidate}</source>
   <translation>{outcome} für {candidate}</translation>
  </message>
  <message>
   <source>{outcome} would leave {best} the best (now {now}, then {then})</source>
   <translation>{outcome} würde {best} den besten bleiben lassen (jetzt {now}, dann {then})</translation>
  </message>
  <message>
   <source>{outcome} would make {best} the best ({then})</source>
   <translation>{outcome} würde {best} zum besten machen ({then})</translation>
  </message>
  <message>
   <source>{outcome}, closes the run in progress</source>
   <translation>{outcome}, schließt den laufenden Versuch ab</translation>
  </message>
  <message>
   <source>{outcome}, no run is in progress</source>
   <translation>{outcome}, es läuft kein Versuch</translation>
  </message>
  <message>
   <source>{outcome}, restored as run {run}</source>
   <translation>{outcome}, wiederhergestellt als Versuch {run}</translation>
  </message>
  <message>
   <source>{own}, void, a count like 3/5, or the value of {rule}</source>
   <translation>{own}, void, eine Anzahl wie 3/5 oder den Wert von {rule}</translation>
  </message>
  <message>
   <source>{own}, {usual}, void, or a count like 3/5</source>
   <translation>{own}, {usual}, void oder eine Anzahl wie 3/5</translation>
  </message>
  <message>
   <source>{path} cannot be reached. Check the network and your right to read it.</source>
   <translation>{path} ist nicht erreichbar. Prüfen Sie das Netzwerk und ob Sie die Datei lesen dürfen.</translation>
  </message>
  <message>
   <source>{path} is a link, not a study. Open the file that it leads to.</source>
   <translation>{path} ist eine Verknüpfung, keine Studie. Öffnen Sie die Datei, zu der sie führt.</translation>
  </message>
  <message>
   <source>{path} is damaged, or was not written by kgdesk: runs that it does not hold are simulated again.</source>
   <translation>{path} ist beschädigt oder nicht von kgdesk geschrieben: Verläufe, die darin fehlen, werden noch einmal durchgespielt.</translation>
  </message>
  <message>
   <source>{path} is {what}, not a study. Choose a file that ends in {suffix}.</source>
   <translation>{path} ist {what}, keine Studie. Wählen Sie eine Datei, deren Name auf {suffix} endet.</translation>
  </message>
  <message>
   <source>{path}, which holds what waits on this computer, cannot be read.</source>
   <translation>{path}, wo auf diesem Computer steht, was wartet, lässt sich nicht lesen.</translation>
  </message>
  <message>
   <source>{place} is another study than the one for which entries wait.</source>
   <translation>{place} ist eine andere Studie als die, auf die Einträge warten.</translation>
  </message>
  <message>
   <source>{place} is not prepared for kgdesk. Its administrator does it once: kgdesk server init.</source>
   <translation>{place} ist nicht für kgdesk vorbereitet. Der Verwalter tut es einmal: kgdesk server init.</translation>
  </message>
  <message>
   <source>{place} is not the address of a study on a server, and nothing waits for a file.</source>
   <translation>{place} ist nicht die Adresse einer Studie auf einem Server, und auf eine Datei wartet nichts.</translation>
  </message>
  <message>
   <source>{place} is not the address of a study on a server.</source>
   <translation>{place} ist nicht die Adresse einer Studie auf einem Server.</translation>
  </message>
  <message>
   <source>{place} is {text} with a decimal {mark} or {whole} with a thousands separator; no number in {name} tells.</source>
   <translation>{place} ist {text} mit {mark} als Dezimalzeichen oder {whole} mit Tausendertrennzeichen; keine Zahl in {name} entscheidet es.</translation>
  </message>
  <message>
   <source>{place} names no study: add #NAME to the address of the server.</source>
   <translation>{place} nennt keine Studie: Fügen Sie der Adresse des Servers #NAME hinzu.</translation>
  </message>
  <message>
   <source>{place} was prepared by another version of kgdesk (layout {version}, here {schema_version}). Install that version, or ask its administrator.</source>
   <translation>{place} wurde von einer anderen Version von kgdesk vorbereitet (Aufbau {version}, hier {schema_version}). Installieren Sie diese Version, oder fragen Sie den Verwalter.</translation>
  </message>
  <message>
   <source>{place}, column {title}</source>
   <translation>{place}, Spalte {title}</translation>
  </message>
  <message>
   <source>{place}, column {title}: {cell} is not what the study has; the study's stays.</source>
   <translation>{place}, Spalte {title}: {cell} ist nicht, was die Studie hat; es gilt die Studie.</translation>
  </message>
  <message>
   <source>{place}, column {title}: {said} is not the value of {candidate} in the study, which is {column}. A spreadsheet may have changed it, or the row is of another study: correct the cell or take the row out.</source>
   <translation>{place}, Spalte {title}: {said} ist nicht der Wert von {candidate} in der Studie; dort ist er {column}. Vielleicht hat eine Tabellenkalkulation ihn verändert, oder die Zeile gehört zu einer anderen Studie: Verbessern Sie die Zelle oder lassen Sie die Zeile weg.</translation>
  </message>
  <message>
   <source>{place}: no meaning was given to {text}. Say whether it is a success, a failure or no outcome.</source>
   <translation>{place}: Für {text} ist keine Bedeutung angegeben. Sagen Sie, ob es Erfolg, Fehlschlag oder kein Ergebnis ist.</translation>
  </message>
  <message>
   <source>{place}: no run of this study has the token {token}. The row is of another study, or the token was changed: correct it, or take the row out.</source>
   <translation>{place}: Kein Versuch dieser Studie hat das Kennzeichen {token}. Die Zeile gehört zu einer anderen Studie, oder es wurde verändert: Korrigieren Sie es, oder nehmen Sie die Zeile heraus.</translation>
  </message>
  <message>
   <source>{place}: no run of {candidate} is in progress. Rows like this: {count}. Say whether these are runs of this study or outcomes from before it.</source>
   <translation>{place}: Von {candidate} läuft kein Versuch. Solche Zeilen: {count}. Sagen Sie, ob es Versuche dieser Studie oder Ergebnisse von früher sind.</translation>
  </message>
  <message>
   <source>{place}: no sample of this study has the code {text}.</source>
   <translation>{place}: Keine Probe dieser Studie hat den Code {text}.</translation>
  </message>
  <message>
   <source>{place}: run {number} is of {candidate} there, but the run in progress of this number is of {running} (columns “run”, “candidate”).</source>
   <translation>{place}: Versuch {number} ist dort mit {candidate}, der laufende Versuch dieser Nummer aber mit {running} (Spalten „run“, „candidate“).</translation>
  </message>
  <message>
   <source>{place}: run {number} is {candidate} {outcome} there but {have_candidate} {have_outcome} in the study: correct one of them (columns “candidate”, “outcome”).</source>
   <translation>{place}: Versuch {number} ist dort {candidate} {outcome}, in der Studie aber {have_candidate} {have_outcome}: Korrigieren Sie eines davon (Spalten „candidate“, „outcome“).</translation>
  </message>
  <message>
   <source>{place}: the candidate has no name. Fill the cell, or leave out the rows with blank cells.</source>
   <translation>{place}: Der Kandidat hat keinen Namen. Füllen Sie die Zelle, oder lassen Sie die Zeilen mit leeren Zellen weg.</translation>
  </message>
  <message>
   <source>{place}: the candidate has no name. Name it or take the row out.</source>
   <translation>{place}: Der Kandidat hat keinen Namen. Nennen Sie ihn oder lassen Sie die Zeile weg.</translation>
  </message>
  <message>
   <source>{place}: the cells hold only 0 and 1. State what they are: failure and success, or values of {measured}.</source>
   <translation>{place}: Die Zellen enthalten nur 0 und 1. Geben Sie an, was sie sind: Fehlschlag und Erfolg, oder Werte von {measured}.</translation>
  </message>
  <message>
   <source>{place}: the name</source>
   <translation>{place}: Der Name</translation>
  </message>
  <message>
   <source>{place}: the run in well {well} was never started: start it, or take the row out.</source>
   <translation>{place}: Der Versuch in Well {well} wurde nie gestartet: Starten Sie ihn, oder nehmen Sie die Zeile heraus.</translation>
  </message>
  <message>
   <source>{place}: the run of {candidate} is already in {line_word} {line}. Keep one of them.</source>
   <translation>{place}: Der Versuch mit {candidate} steht schon in {line_word} {line}. Behalten Sie eine davon.</translation>
  </message>
  <message>
   <source>{place}: this cell is blank{more}. Fill it, leave out the rows with blank cells, or take the median{last}.</source>
   <translation>{place}: Diese Zelle ist leer{more}. Füllen Sie sie aus, lassen Sie die Zeilen mit leeren Zellen weg, oder setzen Sie den Median ein{last}.</translation>
  </message>
  <message>
   <source>{place}: this cell is blank{more}. Fill it, say that a blank cell means “none”, or leave out the rows with blank cells{column}.</source>
   <translation>{place}: Diese Zelle ist leer{more}. Füllen Sie sie aus, sagen Sie, dass eine leere Zelle „keines“ heißt, oder lassen Sie die Zeilen mit leeren Zellen weg{column}.</translation>
  </message>
  <message>
   <source>{place}: this row names no run and no candidate, and the file does not say on which worklist the well is: add a column “worklist”.</source>
   <translation>{place}: Diese Zeile nennt weder Versuch noch Kandidat, und die Datei sagt nicht, auf welcher Arbeitsliste das Well ist: Ergänzen Sie eine Spalte „worklist“.</translation>
  </message>
  <message>
   <source>{place}: this row names two candidates, {one} and {other}. Correct it, or take the row out.</source>
   <translation>{place}: Diese Zeile nennt zwei Kandidaten, {one} und {other}. Korrigieren Sie sie, oder nehmen Sie sie heraus.</translation>
  </message>
  <message>
   <source>{place}: this run is on record as run {run} with another outcome, {outcome}. Correct it in the timeline, or take the row out.</source>
   <translation>{place}: Dieser Versuch ist als Versuch {run} mit einem anderen Ergebnis eingetragen, {outcome}. Korrigieren Sie ihn im Verlauf, oder nehmen Sie die Zeile heraus.</translation>
  </message>
  <message>
   <source>{place}: {name} names a candidate in {line_word} {line} already. Give each candidate a name of its own, or say what becomes of such rows.</source>
   <translation>{place}: {name} bezeichnet schon einen Kandidaten in {line_word} {line}. Geben Sie jedem Kandidaten einen eigenen Namen, oder geben Sie an, was aus solchen Zeilen wird.</translation>
  </message>
  <message>
   <source>{place}: {other} looks like {one} in {word} {line} and differs from it ({signs}){more}. Correct the table if they are the same candidate, or say that they are two.</source>
   <translation>{place}: {other} sieht aus wie {one} in {word} {line} und ist doch verschieden ({signs}){more}. Berichtigen Sie die Tabelle, wenn es derselbe Kandidat ist, oder sagen Sie, dass es zwei sind.</translation>
  </message>
  <message>
   <source>{place}: {said} If it is a word of your own, state what it means.</source>
   <translation>{place}: {said} Ist es ein eigenes Wort, so geben Sie an, was es bedeutet.</translation>
  </message>
  <message>
   <source>{place}: {said} Rows like this: {count}. Look whether these are the right samples; if they are, say that the outcomes count all the same.</source>
   <translation>{place}: {said} Solche Zeilen: {count}. Sehen Sie nach, ob es die richtigen Proben sind; wenn ja, geben Sie an, dass die Ergebnisse trotzdem gelten.</translation>
  </message>
  <message>
   <source>{place}: {said} looks like a date, which a spreadsheet may have made of a count: write “3 of 5”, or state what it means.</source>
   <translation>{place}: {said} sieht aus wie ein Datum, das eine Tabellenkalkulation aus einer Anzahl gemacht haben kann: Schreiben Sie „3 of 5“, oder geben Sie an, was es bedeutet.</translation>
  </message>
  <message>
   <source>{place}: {said}. Write success, failure or void, or take the row out.</source>
   <translation>{place}: {said}. Schreiben Sie success, failure oder void, oder lassen Sie die Zeile weg.</translation>
  </message>
  <message>
   <source>{place}: {text} does not go with {other} in {line_word} {line}. Write all outcomes with one pair: {accepted}.</source>
   <translation>{place}: {text} passt nicht zu {other} in {line_word} {line}. Schreiben Sie alle Ergebnisse mit einem Wortpaar: {accepted}.</translation>
  </message>
  <message>
   <source>{place}: {text} is neither success nor failure. Write {accepted}, and leave the cell empty where there is no outcome.</source>
   <translation>{place}: {text} ist weder Erfolg noch Fehlschlag. Schreiben Sie {accepted}, und lassen Sie die Zelle leer, wo es kein Ergebnis gibt.</translation>
  </message>
  <message>
   <source>{place}: {text} is no number of runs, of which {count} were successes. Write a whole number, or leave both cells blank where there is no outcome.</source>
   <translation>{place}: {text} ist keine Zahl von Versuchen, von denen {count} Erfolge waren. Schreiben Sie eine ganze Zahl, oder lassen Sie beide Zellen leer, wo es kein Ergebnis gibt.</translation>
  </message>
  <message>
   <source>{place}: {text} is not a run token.</source>
   <translation>{place}: {text} ist kein Versuchskennzeichen.</translation>
  </message>
  <message>
   <source>{place}: {text} is not above 0, so it has no logarithm. Take the column without its logarithm, or correct the number.</source>
   <translation>{place}: {text} ist nicht größer als 0 und hat deshalb keinen Logarithmus. Nehmen Sie die Spalte ohne Logarithmus, oder verbessern Sie die Zahl.</translation>
  </message>
  <message>
   <source>{place}: {text} is not between 0 and 1.</source>
   <translation>{place}: {text} liegt nicht zwischen 0 und 1.</translation>
  </message>
  <message>
   <source>{place}: {text} is not the number of a run. Write 1, 2, 3, … (P1, P2, … for past outcomes).</source>
   <translation>{place}: {text} ist keine Nummer eines Versuchs. Schreiben Sie 1, 2, 3, … (P1, P2, … für frühere Ergebnisse).</translation>
  </message>
  <message>
   <source>{place}: {text} looks like a date, which a spreadsheet may have made of a count: write “3 of 5”.</source>
   <translation>{place}: {text} sieht aus wie ein Datum, das eine Tabellenkalkulation aus einer Anzahl gemacht haben kann: Schreiben Sie „3 of 5“.</translation>
  </message>
  <message>
   <source>{place}: {text} may be {choices}; a spreadsheet may have taken zeros off. Write the name in full.</source>
   <translation>{place}: {text} kann {choices} sein; vielleicht hat eine Tabellenkalkulation Nullen entfernt. Schreiben Sie den Namen aus.</translation>
  </message>
  <message>
   <source>{place}: {text} {said}; a spreadsheet may have changed it. Write it like 2026-11-21T14:02:31Z or leave it blank.</source>
   <translation>{place}: {text} {said}; vielleicht hat eine Tabellenkalkulation die Angabe verändert. Schreiben Sie wie 2026-11-21T14:02:31Z, oder lassen Sie die Zelle leer.</translation>
  </message>
  <message>
   <source>{place}: “{key}”: {problem}.</source>
   <translation>{place}: „{key}“: {problem}.</translation>
  </message>
  <message>
   <source>{player} chose the same candidates in every replay: its standard errors of 0 do not say how much the result depends on this table. Replays that draw some of the candidates do.</source>
   <translation>{player} wählte in jedem Durchgang dieselben Kandidaten: Die Standardfehler von 0 sagen nicht, wie sehr das Ergebnis von dieser Tabelle abhängt. Durchgänge, die einen Teil der Kandidaten losen, sagen es.</translation>
  </message>
  <message>
   <source>{player}, “{rule}” stopped in none of {runs} simulated runs.</source>
   <translation>{player}, „{rule}“ hat in keinem von {runs} durchgespielten Verläufen angehalten.</translation>
  </message>
  <message>
   <source>{player}, “{rule}” stopped in {stopped} of {runs} simulated runs, after {mean} measurements on average; then {rate} % (± {error}) had a recommended candidate more than {points} percentage points below the best.</source>
   <translation>{player}, „{rule}“ hat in {stopped} von {runs} durchgespielten Verläufen angehalten, im Mittel nach {mean} Versuchen; dann hatten {rate} % (± {error}) einen empfohlenen Kandidaten mehr als {points} Prozentpunkte unter dem besten.</translation>
  </message>
  <message>
   <source>{player}: mean opportunity cost {costs} measurements.</source>
   <translation>{player}: mittlerer Abstand vom besten {costs} Versuchen.</translation>
  </message>
  <message>
   <source>{player}: {first}. After {n} runs: at least one success in {found} % of the replays, {successes} of {possible} successes, and the recommended candidate is one in {recommended} %.</source>
   <translation>{player}: {first}. Nach {n} Versuchen: mindestens ein Erfolg in {found} % der Durchgänge, {successes} von {possible} Erfolgen, und der empfohlene Kandidat ist einer in {recommended} %.</translation>
  </message>
  <message>
   <source>{point} has a decimal point and {comma} a decimal comma. Write all numbers of the table with one decimal mark.</source>
   <translation>{point} hat einen Dezimalpunkt und {comma} ein Dezimalkomma. Schreiben Sie alle Zahlen der Tabelle mit einem Dezimalzeichen.</translation>
  </message>
  <message>
   <source>{point} has a decimal point, {comma} a decimal comma.</source>
   <translation>{point} hat einen Dezimalpunkt, {comma} ein Dezimalkomma.</translation>
  </message>
  <message>
   <source>{problem} No event of {name} can be read. {backup}</source>
   <translation>{problem} Kein Eintrag von {name} ist lesbar. {backup}</translation>
  </message>
  <message>
   <source>{problem} No study was made; take another copy of the archive.</source>
   <translation>{problem} Es wurde keine Studie angelegt; nehmen Sie eine andere Kopie des Archivs.</translation>
  </message>
  <message>
   <source>{problem} Nothing was copied.</source>
   <translation>{problem} Nichts wurde kopiert.</translation>
  </message>
  <message>
   <source>{problem} The entry still waits on this computer and will be sent, so do not type it again. It can be taken out.</source>
   <translation>{problem} Der Eintrag wartet weiter auf diesem Computer und wird gesendet; geben Sie ihn nicht noch einmal ein. Er lässt sich herausnehmen.</translation>
  </message>
  <message>
   <source>{problem} The {before} whole in {name}. {backup}</source>
   <translation>{problem} {before} in {name} unversehrt. {backup}</translation>
  </message>
  <message>
   <source>{problem} The {events} events before it are whole in {name} on the server. Tell its administrator, and restore the study from a backup.</source>
   <translation>{problem} {events} Einträge davor sind in {name} auf dem Server unversehrt. Sagen Sie es dem Verwalter, und stellen Sie die Studie aus einer Sicherung wieder her.</translation>
  </message>
  <message>
   <source>{problem} The {events} events before it are whole. Export the study again.</source>
   <translation>{problem} {events} Einträge davor sind unversehrt. Exportieren Sie die Studie neu.</translation>
  </message>
  <message>
   <source>{processor} ({vectors}), {threads} threads</source>
   <translation>{processor} ({vectors}), {threads} Rechenfäden</translation>
  </message>
  <message>
   <source>{reason} Nothing was recorded.</source>
   <translation>{reason} Nichts wurde eingetragen.</translation>
  </message>
  <message>
   <source>{refusal} Did you mean “{near}”?</source>
   <translation>{refusal} Meinten Sie „{near}“?</translation>
  </message>
  <message>
   <source>{refusal} Rows of no candidate of this study: {count} ({names}). Correct them, or pass them over if they are of other studies.</source>
   <translation>{refusal} Zeilen zu keinem Kandidaten dieser Studie: {count} ({names}). Berichtigen Sie diese, oder übergehen Sie sie, wenn sie zu anderen Studien gehören.</translation>
  </message>
  <message>
   <source>{refusal} The table has {choices}.</source>
   <translation>{refusal} Die Tabelle hat {choices}.</translation>
  </message>
  <message>
   <source>{refusal} {name} can be read with the headings in line {line}: choose it if what is above it is a title.</source>
   <translation>{refusal} {name} kann mit den Überschriften in Zeile {line} gelesen werden: Wählen Sie diese, wenn darüber ein Titel steht.</translation>
  </message>
  <message>
   <source>{refused} The runs of worklist {id} are started: write its file again.</source>
   <translation>{refused} Die Versuche der Arbeitsliste {id} sind gestartet: Schreiben Sie ihre Datei noch einmal.</translation>
  </message>
  <message>
   <source>{result}: kernels are missing in the folder. Install kgdesk again.</source>
   <translation>{result}: Im Ordner fehlen Rechenkerne. Installieren Sie kgdesk neu.</translation>
  </message>
  <message>
   <source>{runs} and {count} more</source>
   <translation>{runs} und {count} weitere</translation>
  </message>
  <message>
   <source>{runs} simulated runs a pool</source>
   <translation>{runs} durchgespielte Verläufe je Tabelle</translation>
  </message>
  <message>
   <source>{run}, again</source>
   <translation>{run}, wieder</translation>
  </message>
  <message>
   <source>{run}, again: {history}</source>
   <translation>{run}, wieder: {history}</translation>
  </message>
  <message>
   <source>{said} If it is right, say so.</source>
   <translation>{said} Ist es richtig, so geben Sie es an.</translation>
  </message>
  <message>
   <source>{said} If the column holds words, name it as a category or leave it out.</source>
   <translation>{said} Wenn die Spalte Wörter enthält, nennen Sie sie als Kategorie oder lassen Sie sie weg.</translation>
  </message>
  <message>
   <source>{said} Look whether it is the right sample; if it is, say that the outcome counts all the same.</source>
   <translation>{said} Sehen Sie nach, ob es die richtige Probe ist; wenn ja, geben Sie an, dass das Ergebnis trotzdem gilt.</translation>
  </message>
  <message>
   <source>{said} The same column has one more cell to repair.</source>
   <translation>{said} In derselben Spalte ist noch eine weitere Zelle zu reparieren.</translation>
  </message>
  <message>
   <source>{said} The same column has {count} more cells to repair.</source>
   <translation>{said} In derselben Spalte sind noch {count} weitere Zellen zu reparieren.</translation>
  </message>
  <message>
   <source>{same} of the {all} outcomes that this study begins with are runs of “{name}”: they would count twice. Leave out the outcomes, or the earlier study.</source>
   <translation>{same} der {all} Ergebnisse, mit denen diese Studie beginnt, sind Versuche von „{name}“: Sie würden doppelt zählen. Lassen Sie die Ergebnisse oder die frühere Studie weg.</translation>
  </message>
  <message>
   <source>{seconds} s</source>
   <translation>{seconds} s</translation>
  </message>
  <message>
   <source>{side} in {folder} is {what} and no file of {name}, so {name} was not touched. Find out who put it there, move it away and try again.</source>
   <translation>{side} in {folder} ist {what} und keine Datei von {name}; {name} wurde daher nicht angerührt. Finden Sie heraus, wer das dorthin gelegt hat, verschieben Sie es und versuchen Sie es noch einmal.</translation>
  </message>
  <message>
   <source>{side} of an earlier file is in {folder} and would be taken for a part of {name}. Move it away, or choose another name.</source>
   <translation>{side} von einer früheren Datei liegt in {folder} und würde für einen Teil von {name} gehalten. Verschieben Sie sie, oder wählen Sie einen anderen Namen.</translation>
  </message>
  <message>
   <source>{size} with seeds {first} to {last}, {budget} measurements in each. Opportunity cost is the best true chance of success minus that of the recommended candidate; figures in tables are thousandths, ± one standard error.</source>
   <translation>{size} mit den Startzahlen {first} bis {last}, jeweils {budget} Versuche. Der Abstand vom besten ist die größte wahre Erfolgsaussicht minus der des empfohlenen Kandidaten; die Zahlen in den Tabellen sind Tausendstel, ± ein Standardfehler.</translation>
  </message>
  <message>
   <source>{stopped} of {runs}</source>
   <translation>{stopped} von {runs}</translation>
  </message>
  <message>
   <source>{successes} of {outcomes} succeeded</source>
   <translation>{successes} von {outcomes} mit Erfolg</translation>
  </message>
  <message>
   <source>{taken} taken, {compiled} compiled; {kind}: {folder}</source>
   <translation>{taken} übernommen, {compiled} übersetzt; {kind}: {folder}</translation>
  </message>
  <message>
   <source>{text} does not say what was really set, like {example}.</source>
   <translation>{text} sagt nicht, was wirklich eingestellt war, wie {example}.</translation>
  </message>
  <message>
   <source>{text} is not an outcome</source>
   <translation>{text} ist kein Ergebnis</translation>
  </message>
  <message>
   <source>{user} may change or delete entries on {place}. Connect as a member of the role {role} that owns nothing and is not an administrator.</source>
   <translation>{user} darf auf {place} Einträge ändern oder löschen. Verbinden Sie sich als Mitglied der Rolle {role}, dem nichts gehört und das kein Verwalter ist.</translation>
  </message>
  <message>
   <source>{usual}, void, or a count like 3/5</source>
   <translation>{usual}, void oder eine Anzahl wie 3/5</translation>
  </message>
  <message>
   <source>{value} percentage points</source>
   <translation>{value} Prozentpunkte</translation>
  </message>
  <message>
   <source>{what} contains a value that is not a finite number at position {place}.</source>
   <translation>{what}: Der Wert an der Stelle {place} ist keine endliche Zahl.</translation>
  </message>
  <message>
   <source>{what} contains something that is not a number.</source>
   <translation>{what}: Etwas darin ist keine Zahl.</translation>
  </message>
  <message>
   <source>{what} has shape {shape}; it must be {wanted}.</source>
   <translation>{what} hat die Form {shape}; verlangt ist {wanted}.</translation>
  </message>
  <message>
   <source>{what} is tried, and this study runs each one once.</source>
   <translation>{what} ist ausprobiert, und diese Studie prüft jeden nur einmal.</translation>
  </message>
  <message>
   <source>{what} is tried, and this study runs each one {most} times at most.</source>
   <translation>{what} ist ausprobiert, und diese Studie prüft jeden höchstens {most}-mal.</translation>
  </message>
  <message>
   <source>{what} must lie between 0 and 1, not be {value}.</source>
   <translation>{what} muss zwischen 0 und 1 liegen, nicht {value} sein.</translation>
  </message>
  <message>
   <source>{what} needs a reason: say in a few words why.</source>
   <translation>{what} braucht einen Grund: Sagen Sie in wenigen Worten, warum.</translation>
  </message>
  <message>
   <source>{what} {why} The variable KGDESK_DATA names another folder.</source>
   <translation>{what} {why} Die Variable KGDESK_DATA nennt einen anderen Ordner.</translation>
  </message>
  <message>
   <source>{what} “{name}” contains the invisible character {sign}: delete it.</source>
   <translation>{what} „{name}“ enthält das unsichtbare Zeichen {sign}: Löschen Sie es.</translation>
  </message>
  <message>
   <source>{what} “{name}…” has {count} characters: shorten it to {longest} at most.</source>
   <translation>{what} „{name}…“ hat {count} Zeichen: Kürzen Sie ihn auf höchstens {longest}.</translation>
  </message>
  <message>
   <source>{what}, among the candidates that satisfied conditions</source>
   <translation>{what}, unter den Kandidaten, die Bedingungen erfüllten</translation>
  </message>
  <message>
   <source>{what}, not {count}: {why}</source>
   <translation>{what}, nicht {count}: {why}</translation>
  </message>
  <message>
   <source>{what}, really set: {values}</source>
   <translation>{what}, wirklich eingestellt: {values}</translation>
  </message>
  <message>
   <source>{what}, set as planned</source>
   <translation>{what}, eingestellt wie geplant</translation>
  </message>
  <message>
   <source>{who} needs 1 run for a 90 % chance of being within 5 percentage points of the best.</source>
   <translation>{who} braucht 1 Versuch, um mit 90 % Sicherheit höchstens 5 Prozentpunkte unter dem besten zu liegen.</translation>
  </message>
  <message>
   <source>{who} needs more than the 1 planned run for a 90 % chance of being within 5 percentage points of the best (now {share} %).</source>
   <translation>{who} braucht mehr als den 1 geplanten Versuch, um mit 90 % Sicherheit höchstens 5 Prozentpunkte unter dem besten zu liegen (jetzt {share} %).</translation>
  </message>
  <message>
   <source>{who} needs more than the {count} planned runs for a 90 % chance of being within 5 percentage points of the best (now {share} %).</source>
   <translation>{who} braucht mehr als die {count} geplanten Versuche, um mit 90 % Sicherheit höchstens 5 Prozentpunkte unter dem besten zu liegen (jetzt {share} %).</translation>
  </message>
  <message>
   <source>{who} needs no run for a 90 % chance of being within 5 percentage points of the best.</source>
   <translation>{who} braucht keinen Versuch, um mit 90 % Sicherheit höchstens 5 Prozentpunkte unter dem besten zu liegen.</translation>
  </message>
  <message>
   <source>{who} needs {count} runs for a 90 % chance of being within 5 percentage points of the best.</source>
   <translation>{who} braucht {count} Versuche, um mit 90 % Sicherheit höchstens 5 Prozentpunkte unter dem besten zu liegen.</translation>
  </message>
  <message>
   <source>{why} No candidate was chosen.</source>
   <translation>{why} Es wurde kein Kandidat gewählt.</translation>
  </message>
  <message>
   <source>{why} {candidate} was chosen.</source>
   <translation>{why} Gewählt wurde {candidate}.</translation>
  </message>
  <message>
   <source>{words} This allows for {what}.</source>
   <translation>{words} Eingerechnet: {what}.</translation>
  </message>
  <message>
   <source>{words} or a bracket</source>
   <translation>{words} oder eine Klammer</translation>
  </message>
  <message>
   <source>{words}, or the end</source>
   <translation>{words} oder das Ende</translation>
  </message>
  <message>
   <source>{wrong} of {count} sweeps differ. {again}</source>
   <translation>{wrong} von {count} Durchgängen weichen ab. {again}</translation>
  </message>
  <message>
   <source>– Void</source>
   <translation>– Ungültig</translation>
  </message>
  <message>
   <source>“Void” names a run that does not count: give success and failure other names.</source>
   <translation>„Ungültig“ heißt ein Versuch, der nicht zählt: Geben Sie Erfolg und Fehlschlag andere Namen.</translation>
  </message>
  <message>
   <source>“{address}” is not the address of a Dask scheduler: it looks like tcp://10.0.0.5:8786.</source>
   <translation>„{address}“ ist keine Adresse eines Dask-Schedulers: Sie sieht so aus: tcp://10.0.0.5:8786.</translation>
  </message>
  <message>
   <source>“{direction}” is not a direction: use at-least or at-most.</source>
   <translation>„{direction}“ ist keine Richtung: Schreiben Sie at-least (mindestens) oder at-most (höchstens).</translation>
  </message>
  <message>
   <source>“{key}” is in {name} and among the options, with different values: state it once.</source>
   <translation>„{key}“ steht in {name} und unter den Optionen, mit verschiedenen Werten: Nennen Sie es einmal.</translation>
  </message>
  <message>
   <source>“{kind}” is not a belief that kgdesk knows.</source>
   <translation>„{kind}“ ist kein Modell, das kgdesk kennt.</translation>
  </message>
  <message>
   <source>“{kind}” is not a belief that kgdesk knows: choose {choices}.</source>
   <translation>„{kind}“ ist kein Modell, das kgdesk kennt: Wählen Sie {choices}.</translation>
  </message>
  <message>
   <source>“{level}” is no level of “{name}”: use a short text.</source>
   <translation>„{level}“ ist kein Wert von „{name}“: Nehmen Sie einen kurzen Text.</translation>
  </message>
  <message>
   <source>“{listed}” in column “{name}” ({row}) is none of its levels: {choices}.</source>
   <translation>„{listed}“ in Spalte „{name}“ ({row}) ist keine ihrer Stufen: {choices}.</translation>
  </message>
  <message>
   <source>“{matter}” is not an answer: choose one of {choices}.</source>
   <translation>„{matter}“ ist keine Antwort: Wählen Sie {choices}.</translation>
  </message>
  <message>
   <source>“{name}” = {value} is outside the range of the candidates, {low} to {high}</source>
   <translation>„{name}“ = {value} liegt außerhalb des Bereichs der Kandidaten, {low} bis {high}</translation>
  </message>
  <message>
   <source>“{name}” = {value} is outside three times the range of the candidates, {low} to {high}: look whether it is right, and keep it as a note.</source>
   <translation>„{name}“ = {value} liegt außerhalb des Dreifachen des Bereichs der Kandidaten, {low} bis {high}: Sehen Sie nach, ob es stimmt, und bewahren Sie es als Notiz auf.</translation>
  </message>
  <message>
   <source>“{name}” cannot be set to {value}: give {what}.</source>
   <translation>„{name}“ kann nicht auf {value} gesetzt werden: Es muss {what} sein.</translation>
  </message>
  <message>
   <source>“{name}” contains numbers, and “{text}” is not one: write it like 82.5.</source>
   <translation>„{name}“ enthält Zahlen, und „{text}“ ist keine: Schreiben Sie sie wie 82.5.</translation>
  </message>
  <message>
   <source>“{name}” contains words: state the effect of one of them, for example “{level}=1+-0.5”.</source>
   <translation>„{name}“ enthält Wörter: Geben Sie die Wirkung von einem davon an, zum Beispiel „{level}=1+-0.5“.</translation>
  </message>
  <message>
   <source>“{name}” contains words: write it with =, != or in.</source>
   <translation>„{name}“ enthält Wörter: Schreiben Sie die Bedingung mit =, != oder in.</translation>
  </message>
  <message>
   <source>“{name}” does not end in .csv or .xlsx: worklists are written as these.</source>
   <translation>„{name}“ endet nicht auf .csv oder .xlsx: So werden Arbeitslisten geschrieben.</translation>
  </message>
  <message>
   <source>“{name}” does not end in .pdf: sheets and labels are written as PDF files.</source>
   <translation>„{name}“ endet nicht auf .pdf: Versuchsblätter und Etiketten werden als PDF-Dateien geschrieben.</translation>
  </message>
  <message>
   <source>“{name}” does not name one worklist of this study: choose one of {known}.</source>
   <translation>„{name}“ nennt keine einzelne Arbeitsliste dieser Studie: Wählen Sie eine von {known}.</translation>
  </message>
  <message>
   <source>“{name}” does not say what to write by its ending: choose one of {known}.</source>
   <translation>Die Endung von „{name}“ sagt nicht, was geschrieben werden soll: Wählen Sie eine dieser Arten: {known}.</translation>
  </message>
  <message>
   <source>“{name}” follows from the other columns: its effect cannot be told apart.</source>
   <translation>„{name}“ folgt aus den anderen Spalten: Die Wirkung lässt sich nicht trennen.</translation>
  </message>
  <message>
   <source>“{name}” had learnt from “{before}” itself, as it stood at entry {seq} ({hash}): its runs count here too, {runs} of them.</source>
   <translation>„{name}“ hatte selbst aus „{before}“ gelernt, Stand Eintrag {seq} ({hash}): Deren Versuche zählen hier mit, {runs} davon.</translation>
  </message>
  <message>
   <source>“{name}” has no {values} in this study, which cannot learn about it: make a new study of all candidates that takes the runs along.</source>
   <translation>„{name}“ hat in dieser Studie kein {values}, über das sie nichts lernen kann: Machen Sie eine neue Studie aller Kandidaten, die die Versuche mitnimmt.</translation>
  </message>
  <message>
   <source>“{name}” has no “{text}”: is it “{near}”?</source>
   <translation>„{name}“ hat kein „{text}“: Ist „{near}“ gemeint?</translation>
  </message>
  <message>
   <source>“{name}” has no “{text}”: there is {known}.</source>
   <translation>„{name}“ hat kein „{text}“: Es gibt {known}.</translation>
  </message>
  <message>
   <source>“{name}” has the outcome “{theirs}” where this study has “{ours}”: if they mean the same, give this study the same words.</source>
   <translation>„{name}“ hat das Ergebnis „{theirs}“, wo diese Studie „{ours}“ hat: Bedeuten beide dasselbe, so geben Sie dieser Studie dieselben Wörter.</translation>
  </message>
  <message>
   <source>“{name}” is no block: write day, or day with an offset such as day+01:00.</source>
   <translation>„{name}“ ist kein Block: Schreiben Sie day oder day mit einem Abstand zu UTC, etwa day+01:00.</translation>
  </message>
  <message>
   <source>“{name}” is not the name of a block column: use plate, plate-column, day, operator, or a short name of your own such as Lot.</source>
   <translation>„{name}“ ist kein Name einer Blockspalte: Nehmen Sie plate, plate-column, day, operator oder einen kurzen eigenen Namen wie Charge.</translation>
  </message>
  <message>
   <source>“{name}” is set twice: state one value of it.</source>
   <translation>„{name}“ ist zweimal gesetzt: Geben Sie einen Wert davon an.</translation>
  </message>
  <message>
   <source>“{name}” is the same for all candidates, so no effect of it can be expected here: leave it out.</source>
   <translation>„{name}“ ist für alle Kandidaten gleich, also ist hier keine Wirkung zu erwarten: Lassen Sie es weg.</translation>
  </message>
  <message>
   <source>“{name}” is the same for all candidates, so the study cannot learn what another value does: keep it as a note.</source>
   <translation>„{name}“ ist für alle Kandidaten gleich, also kann die Studie nicht lernen, was ein anderer Wert bewirkt: Bewahren Sie ihn als Notiz auf.</translation>
  </message>
  <message>
   <source>“{name}” is the same for every candidate and was left out.</source>
   <translation>„{name}“ ist für alle Kandidaten gleich und wurde weggelassen.</translation>
  </message>
  <message>
   <source>“{name}” says nothing of {new}: the ordinary prior holds.</source>
   <translation>„{name}“ sagt nichts über {new}: Dort gilt die gewöhnliche Vorannahme.</translation>
  </message>
  <message>
   <source>“{name}” says nothing that the attributes alone do not, and was left out.</source>
   <translation>„{name}“ sagt nichts, was die Merkmale allein nicht sagen, und wurde weggelassen.</translation>
  </message>
  <message>
   <source>“{name}”: {values} is outside three times the range of this study, {low} to {high}: leave these rows out, or make a new study of all candidates that takes the runs along.</source>
   <translation>„{name}“: {values} liegt außerhalb des Dreifachen des Bereichs dieser Studie, {low} bis {high}: Lassen Sie diese Zeilen weg, oder machen Sie eine neue Studie aller Kandidaten, die die Versuche mitnimmt.</translation>
  </message>
  <message>
   <source>“{order}” is not an order of wells: use rows, columns or random.</source>
   <translation>„{order}“ ist keine Reihenfolge von Wells: Nehmen Sie rows, columns oder random.</translation>
  </message>
  <message>
   <source>“{outcome}” is not an outcome: use success, failure or void.</source>
   <translation>„{outcome}“ ist kein Ergebnis: Nehmen Sie success, failure oder void.</translation>
  </message>
  <message>
   <source>“{part}” is not a condition: write COLUMN = VALUE, with =, !=, &lt;, &lt;=, &gt;, &gt;= or in, several joined by “and”.</source>
   <translation>„{part}“ ist keine Bedingung: Schreiben Sie SPALTE = WERT, mit =, !=, &lt;, &lt;=, &gt;, &gt;= oder in, mehrere durch „and“ verbunden.</translation>
  </message>
  <message>
   <source>“{repeats}” does not say whether a candidate may be run again: use yes, no or a whole number from 2.</source>
   <translation>„{repeats}“ sagt nicht, ob ein Kandidat noch einmal drankommen darf: Schreiben Sie yes (ja), no (nein) oder eine ganze Zahl ab 2.</translation>
  </message>
  <message>
   <source>“{scale}” is not a scale: choose natural, log or logit.</source>
   <translation>„{scale}“ ist keine Skala: Wählen Sie natural, log oder logit.</translation>
  </message>
  <message>
   <source>“{text}”</source>
   <translation>„{text}“</translation>
  </message>
  <message>
   <source>“{text}” can be read in two ways: write the number with a decimal point.</source>
   <translation>„{text}“ lässt sich auf zwei Arten lesen: Schreiben Sie die Zahl mit Dezimalpunkt.</translation>
  </message>
  <message>
   <source>“{text}” does not say what a word means: write WORD=MEANING with one of {choices}, for example n.d.=none.</source>
   <translation>„{text}“ sagt nicht, was ein Wort bedeutet: Schreiben Sie WORT=BEDEUTUNG mit {choices}, zum Beispiel n.d.=none.</translation>
  </message>
  <message>
   <source>“{text}” does not say what is measured: write, for example, “yield &gt;= 20 %”, or only the name.</source>
   <translation>„{text}“ sagt nicht, was gemessen wird: Schreiben Sie es wie „yield &gt;= 20 %“ oder nur den Namen.</translation>
  </message>
  <message>
   <source>“{text}” does not say which control is where and by which outcome it passes: write it like DMSO:failure=A01,H12.</source>
   <translation>„{text}“ sagt nicht, welche Kontrolle wo ist und mit welchem Ergebnis sie besteht: Schreiben Sie es wie DMSO:failure=A01,H12.</translation>
  </message>
  <message>
   <source>“{text}” does not state a block: write COLUMN=LEVEL, such as Lot=4711.</source>
   <translation>„{text}“ nennt keinen Block: Schreiben Sie SPALTE=WERT, etwa Charge=4711.</translation>
  </message>
  <message>
   <source>“{text}” has an empty name between two commas.</source>
   <translation>„{text}“ hat einen leeren Namen zwischen zwei Kommas.</translation>
  </message>
  <message>
   <source>“{text}” is a measured value, but this study names none.</source>
   <translation>„{text}“ ist ein Messwert, aber diese Studie nennt keinen.</translation>
  </message>
  <message>
   <source>“{text}” is before the year {year}: correct the year.</source>
   <translation>„{text}“ liegt vor dem Jahr {year}: Berichtigen Sie das Jahr.</translation>
  </message>
  <message>
   <source>“{text}” is no expected effect: write NAME=MEAN+-DEVIATION, for example “Catalyst load=1+-0.5”.</source>
   <translation>„{text}“ ist keine erwartete Wirkung: Schreiben Sie NAME=MITTEL+-ABWEICHUNG, zum Beispiel „Catalyst load=1+-0.5“.</translation>
  </message>
  <message>
   <source>“{text}” is no number of {name}: write, for example, {name}=82.5.</source>
   <translation>„{text}“ ist keine Zahl von {name}: Schreiben Sie zum Beispiel {name}=82,5.</translation>
  </message>
  <message>
   <source>“{text}” is not a count of successes: of 1 to {most} runs, as many as there are can succeed.</source>
   <translation>„{text}“ ist keine Anzahl von Erfolgen: Von 1 bis {most} Versuchen können höchstens alle gelingen.</translation>
  </message>
  <message>
   <source>“{text}” is not a number: write the value of {name}.</source>
   <translation>„{text}“ ist keine Zahl: Schreiben Sie den Wert von {name}.</translation>
  </message>
  <message>
   <source>“{text}” is not a time with its offset from UTC: write it like 2026-11-20T14:00+01:00.</source>
   <translation>„{text}“ ist keine Zeit mit ihrem Abstand zu UTC: Schreiben Sie wie 2026-11-20T14:00+01:00.</translation>
  </message>
  <message>
   <source>“{text}” is not an outcome. Write {words}.</source>
   <translation>„{text}“ ist kein Ergebnis. Schreiben Sie {words}.</translation>
  </message>
  <message>
   <source>“{text}” is too large to calculate with.</source>
   <translation>„{text}“ ist zu groß zum Rechnen.</translation>
  </message>
  <message>
   <source>“{text}” means in this study that there is no outcome yet: record it when there is one, or as void.</source>
   <translation>„{text}“ heißt in dieser Studie, dass es noch kein Ergebnis gibt: Tragen Sie es ein, wenn es eines gibt, oder als ungültig.</translation>
  </message>
  <message>
   <source>“{text}” names a block column twice.</source>
   <translation>„{text}“ nennt eine Blockspalte zweimal.</translation>
  </message>
  <message>
   <source>“{text}…” is too long for a QR code ({count} letters): give the candidates shorter names.</source>
   <translation>„{text}…“ ist zu lang für einen QR-Code ({count} Buchstaben): Geben Sie den Kandidaten kürzere Namen.</translation>
  </message>
  <message>
   <source>“{value}”</source>
   <translation>„{value}“</translation>
  </message>
  <message>
   <source>“{value}” in “{name}”</source>
   <translation>„{value}“ bei „{name}“</translation>
  </message>
  <message>
   <source>“{word}” is nothing to learn from: choose values or outcomes.</source>
   <translation>Aus „{word}“ kann nicht gelernt werden: Wählen Sie values oder outcomes.</translation>
  </message>
 </context>
 <context>
  <name>PlaceFields</name>
  <message>
   <source>Another folder…</source>
   <translation>Anderer Ordner…</translation>
  </message>
  <message>
   <source>Folder of the study</source>
   <translation>Ordner der Studie</translation>
  </message>
  <message>
   <source>Name of the study</source>
   <translation>Name der Studie</translation>
  </message>
  <message>
   <source>The file will be {path}</source>
   <translation>Die Datei wird {path}</translation>
  </message>
  <message>
   <source>This folder is copied to other computers by a program of its own, which can damage a study that is open. Choose a folder of this computer.</source>
   <translation>Dieser Ordner wird von einem eigenen Programm auf andere Computer kopiert; das kann eine offene Studie beschädigen. Wählen Sie einen Ordner dieses Computers.</translation>
  </message>
  <message>
   <source>This folder lies on the network, where a study is not safe. Choose a folder of this computer.</source>
   <translation>Dieser Ordner liegt im Netz, wo eine Studie nicht sicher ist. Wählen Sie einen Ordner dieses Computers.</translation>
  </message>
  <message>
   <source>in {folder}</source>
   <translation>in {folder}</translation>
  </message>
 </context>
 <context>
  <name>PlanPage</name>
  <message>
   <source>&amp;Each run measures</source>
   <translation>&amp;Jeder Versuch misst</translation>
  </message>
  <message>
   <source>&amp;Failure means</source>
   <translation>&amp;Fehlschlag bedeutet</translation>
  </message>
  <message>
   <source>&amp;Name</source>
   <translation>&amp;Name</translation>
  </message>
  <message>
   <source>&amp;Success means</source>
   <translation>&amp;Erfolg bedeutet</translation>
  </message>
  <message>
   <source>&amp;Yes</source>
   <translation>J&amp;a</translation>
  </message>
  <message>
   <source>At &amp;most</source>
   <translation>&amp;Höchstens</translation>
  </message>
  <message>
   <source>Can a candidate run again?</source>
   <translation>Kann ein Kandidat noch einmal laufen?</translation>
  </message>
  <message>
   <source>How many r&amp;uns can you afford?</source>
   <translation>Wie &amp;viele Versuche sind möglich?</translation>
  </message>
  <message>
   <source>How many run at once?</source>
   <translation>Wie viele laufen zugleich?</translation>
  </message>
  <message>
   <source>N&amp;o, a run uses its sample up</source>
   <translation>Nein, ein Versuch verbraucht d&amp;ie Probe</translation>
  </message>
  <message>
   <source>New study</source>
   <translation>Neue Studie</translation>
  </message>
  <message>
   <source>O&amp;perator</source>
   <translation>Be&amp;diener:in</translation>
  </message>
  <message>
   <source>Planned runs</source>
   <translation>Geplante Versuche</translation>
  </message>
  <message>
   <source>Runs at once</source>
   <translation>Versuche zugleich</translation>
  </message>
  <message>
   <source>Runs of one candidate at most</source>
   <translation>Höchstzahl der Versuche mit einem Kandidaten</translation>
  </message>
  <message>
   <source>So many are suggested together.</source>
   <translation>So viele werden zusammen vorgeschlagen.</translation>
  </message>
  <message>
   <source>The study has no name</source>
   <translation>Die Studie hat keinen Namen</translation>
  </message>
  <message>
   <source>Voids and the {count} outcomes of the table do not count.</source>
   <translation>Ungültige und die {count} Ergebnisse der Tabelle zählen nicht.</translation>
  </message>
  <message>
   <source>Voids do not count.</source>
   <translation>Ungültige zählen nicht.</translation>
  </message>
  <message>
   <source>You can s&amp;top when</source>
   <translation>Aufhören &amp;möglich, wenn</translation>
  </message>
  <message>
   <source>Your name or initials are missing</source>
   <translation>Ihr Name oder Kürzel fehlt</translation>
  </message>
  <message>
   <source>Your name or initials; they are written with every entry</source>
   <translation>Ihr Name oder Kürzel; steht bei jedem Eintrag</translation>
  </message>
  <message>
   <source>for instance: anything less</source>
   <translation>zum Beispiel: alles darunter</translation>
  </message>
  <message>
   <source>for instance: at least 80 % yield</source>
   <translation>zum Beispiel: mindestens 80 % Ausbeute</translation>
  </message>
  <message>
   <source>not required; for instance: yield &gt;= 20 %</source>
   <translation>nicht nötig; zum Beispiel: yield &gt;= 20 %</translation>
  </message>
  <message>
   <source>⚠ {columns} columns to learn from are many for {runs} runs: what each one does will stay uncertain.</source>
   <translation>⚠ {columns} Spalten zum Lernen sind viele für {runs} Versuche: was jede bewirkt, bleibt unsicher.</translation>
  </message>
 </context>
 <context>
  <name>PlanRehearsal</name>
  <message>
   <source>&amp;Rehearse again</source>
   <translation>Noch einmal d&amp;urchspielen</translation>
  </message>
  <message>
   <source>Cancel &amp;rehearsal</source>
   <translation>D&amp;urchspielen abbrechen</translation>
  </message>
  <message>
   <source>Simulates studies with these settings. Nothing waits for it.</source>
   <translation>Spielt Studien mit diesen Einstellungen durch. Nichts wartet darauf.</translation>
  </message>
  <message>
   <source>Starting…</source>
   <translation>Beginnt…</translation>
  </message>
  <message>
   <source>{done} of {total} rehearsals, {left}.</source>
   <translation>{done} von {total} Probeläufen, {left}.</translation>
  </message>
 </context>
 <context>
  <name>PlateCard</name>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Current best: {code} in {well}.</source>
   <translation>Aktuell bester Kandidat: {code} in {well}.</translation>
  </message>
  <message>
   <source>Each place is a well of the plate, the bluer, the likelier a success of its candidate. A dot is a success, a cross a failure, both a candidate whose runs disagree, a dash a void, a triangle a run in progress, and a ring a candidate that was not run yet; a speck is a well without a candidate, or with one that the filters leave out. The square is the next experiment, the circle the current best, the diamond the chosen candidate. Neighbours that share an outcome may share a cause that has nothing to do with the attributes, as the edge of the plate: look for patterns. A click chooses a candidate.</source>
   <translation>Jeder Platz ist ein Well der Platte, je blauer, desto wahrscheinlicher ist ein Erfolg ihres Kandidaten. Ein Punkt ist ein Erfolg, ein Kreuz ein Fehlschlag, beides ein Kandidat mit uneinigen Versuchen, ein Strich ein ungültiger Versuch, ein Dreieck ein laufender Versuch und ein Ring ein Kandidat ohne Versuch; ein Pünktchen ist ein Well ohne Kandidaten oder mit einem, den die Filter auslassen. Das Quadrat ist der nächste Versuch, der Kreis der aktuell beste Kandidat, die Raute der gewählte Kandidat. Nachbarn mit gleichem Ergebnis können eine Ursache teilen, die nichts mit den Merkmalen zu tun hat, etwa den Rand der Platte: achten Sie auf Muster. Ein Klick wählt einen Kandidaten.</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>Expected success {estimate} ({level} range {range})</source>
   <translation>Erfolgsaussicht {estimate} ({level}-Bereich {range})</translation>
  </message>
  <message>
   <source>Mark</source>
   <translation>Kennzeichen</translation>
  </message>
  <message>
   <source>Next: {code} in {well}.</source>
   <translation>Nächster: {code} in {well}.</translation>
  </message>
  <message>
   <source>No column tells in which well a candidate stands. Keep a column with wells such as A1 or P2-D07 with the candidates to see the plate.</source>
   <translation>Keine Spalte sagt, in welchem Well ein Kandidat liegt. Behalten Sie bei den Kandidaten eine Spalte mit Plätzen wie A1 oder P2-D07, um die Platte zu sehen.</translation>
  </message>
  <message>
   <source>Outcome</source>
   <translation>Ergebnis</translation>
  </message>
  <message>
   <source>P&amp;late</source>
   <translation>&amp;Platte</translation>
  </message>
  <message>
   <source>Plate</source>
   <translation>Platte</translation>
  </message>
  <message>
   <source>Well</source>
   <translation>Well</translation>
  </message>
  <message>
   <source>What came out of each well?</source>
   <translation>Was kam in jedem Well heraus?</translation>
  </message>
  <message>
   <source>best {code}</source>
   <translation>bester {code}</translation>
  </message>
  <message>
   <source>both</source>
   <translation>beides</translation>
  </message>
  <message>
   <source>current best</source>
   <translation>aktuell bester Kandidat</translation>
  </message>
  <message>
   <source>failure</source>
   <translation>Fehlschlag</translation>
  </message>
  <message>
   <source>in progress</source>
   <translation>läuft</translation>
  </message>
  <message>
   <source>next</source>
   <translation>nächster</translation>
  </message>
  <message>
   <source>next {code}</source>
   <translation>nächster {code}</translation>
  </message>
  <message>
   <source>no candidate</source>
   <translation>kein Kandidat</translation>
  </message>
  <message>
   <source>none, or left out</source>
   <translation>keiner oder ausgelassen</translation>
  </message>
  <message>
   <source>not run</source>
   <translation>ohne Versuch</translation>
  </message>
  <message>
   <source>plate {number}</source>
   <translation>Platte {number}</translation>
  </message>
  <message>
   <source>selected {code}</source>
   <translation>ausgewählt {code}</translation>
  </message>
  <message>
   <source>success</source>
   <translation>Erfolg</translation>
  </message>
  <message>
   <source>the bluer, the likelier a success</source>
   <translation>je blauer, desto wahrscheinlicher ein Erfolg</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>undecided</source>
   <translation>unklar</translation>
  </message>
  <message>
   <source>void</source>
   <translation>ungültig</translation>
  </message>
  <message>
   <source>{level} range from</source>
   <translation>{level}-Bereich von</translation>
  </message>
  <message>
   <source>{tried} of the {all} candidates shown on this plate were tried, {good} with success.</source>
   <translation>{tried} der {all} gezeigten Kandidaten dieser Platte wurden ausgeführt, {good} mit Erfolg.</translation>
  </message>
  <message>
   <source>{tried} of {all} candidates on this plate were tried, {good} with success.</source>
   <translation>{tried} von {all} Kandidaten auf dieser Platte wurden geprüft, {good} mit Erfolg.</translation>
  </message>
 </context>
 <context>
  <name>PlateChoices</name>
  <message>
   <source>&amp;Keep empty</source>
   <translation>&amp;Frei halten</translation>
  </message>
  <message>
   <source>Click or drag:</source>
   <translation>Klicken oder ziehen:</translation>
  </message>
  <message>
   <source>Failure contr&amp;ol</source>
   <translation>Fehlk&amp;ontrolle</translation>
  </message>
  <message>
   <source>Failure control</source>
   <translation>Fehlkontrolle</translation>
  </message>
  <message>
   <source>Failure control is</source>
   <translation>Fehlkontrolle ist</translation>
  </message>
  <message>
   <source>Name of the failure control</source>
   <translation>Name der Kontrolle, die fehlschlagen muss</translation>
  </message>
  <message>
   <source>Name of the success control</source>
   <translation>Name der Kontrolle, die gelingen muss</translation>
  </message>
  <message>
   <source>Order in which runs fill the plate</source>
   <translation>Reihenfolge, in der Versuche die Platte füllen</translation>
  </message>
  <message>
   <source>Plate</source>
   <translation>Platte</translation>
  </message>
  <message>
   <source>R&amp;uns</source>
   <translation>Versu&amp;che</translation>
  </message>
  <message>
   <source>Runs: {runs}. Controls: {controls}. Wells kept empty: {empty}.</source>
   <translation>Versuche: {runs}. Kontrollen: {controls}. Frei gehaltene Wells: {empty}.</translation>
  </message>
  <message>
   <source>Seed of the random order</source>
   <translation>Startzahl der zufälligen Reihenfolge</translation>
  </message>
  <message>
   <source>Success &amp;control</source>
   <translation>Erfolgs&amp;kontrolle</translation>
  </message>
  <message>
   <source>Success control</source>
   <translation>Erfolgskontrolle</translation>
  </message>
  <message>
   <source>Success control is</source>
   <translation>Erfolgskontrolle ist</translation>
  </message>
  <message>
   <source>Wells of the plate</source>
   <translation>Wells der Platte</translation>
  </message>
  <message>
   <source>at random</source>
   <translation>zufällig</translation>
  </message>
  <message>
   <source>column by column</source>
   <translation>Spalte für Spalte</translation>
  </message>
  <message>
   <source>columns to and fro</source>
   <translation>Spalten hin und her</translation>
  </message>
  <message>
   <source>free</source>
   <translation>frei</translation>
  </message>
  <message>
   <source>kept empty</source>
   <translation>frei gehalten</translation>
  </message>
  <message>
   <source>row by row</source>
   <translation>Zeile für Zeile</translation>
  </message>
  <message>
   <source>rows to and fro</source>
   <translation>Zeilen hin und her</translation>
  </message>
  <message>
   <source>run {number}, {candidate}</source>
   <translation>Versuch {number}, {candidate}</translation>
  </message>
  <message>
   <source>seed {number}</source>
   <translation>Startzahl {number}</translation>
  </message>
  <message>
   <source>{count} wells</source>
   <translation>{count} Wells</translation>
  </message>
 </context>
 <context>
  <name>PlateEditor</name>
  <message>
   <source>Plate</source>
   <translation>Platte</translation>
  </message>
  <message>
   <source>column {number}</source>
   <translation>Spalte {number}</translation>
  </message>
  <message>
   <source>row {letter}</source>
   <translation>Zeile {letter}</translation>
  </message>
 </context>
 <context>
  <name>PlotCard</name>
  <message>
   <source>&amp;What is this?</source>
   <translation>&amp;Was ist das?</translation>
  </message>
  <message>
   <source>As a &amp;table</source>
   <translation>Als &amp;Tabelle</translation>
  </message>
  <message>
   <source>As a table, copy, save, what is this</source>
   <translation>Als Tabelle, kopieren, speichern, was ist das</translation>
  </message>
  <message>
   <source>Figure: {title}</source>
   <translation>Bild: {title}</translation>
  </message>
  <message>
   <source>It is being worked out and appears here.</source>
   <translation>Das wird berechnet und erscheint hier.</translation>
  </message>
  <message>
   <source>More about: {title}</source>
   <translation>Mehr zu: {title}</translation>
  </message>
  <message>
   <source>Table: {title}</source>
   <translation>Tabelle: {title}</translation>
  </message>
 </context>
 <context>
  <name>PlotData</name>
  <message>
   <source>Said then, before a correction: {code}, {estimate}</source>
   <translation>Damals, vor einer Korrektur, hieß es: {code}, {estimate}</translation>
  </message>
  <message>
   <source>bend, per deviation over the candidates</source>
   <translation>Krümmung, je Standardabweichung über die Kandidaten</translation>
  </message>
  <message>
   <source>times {factor}</source>
   <translation>mal {factor}</translation>
  </message>
  <message>
   <source>where it is so</source>
   <translation>wo das zutrifft</translation>
  </message>
 </context>
 <context>
  <name>ProblemDialog</name>
  <message>
   <source>&amp;Save the report…</source>
   <translation>Bericht &amp;speichern…</translation>
  </message>
  <message>
   <source>A report helps to find a fault. It is saved on this computer as one file, and goes nowhere unless you send it. Logs can name folders, studies and candidates: look at each part, and take away the tick of what shall not be in it.</source>
   <translation>Ein Bericht hilft denen, die das Programm betreuen. Er wird auf diesem Computer als eine Datei gespeichert und geht nirgendwohin, wenn Sie ihn nicht senden. Protokolle können Ordner, Studien und Kandidaten nennen: Sehen Sie jeden Teil an und nehmen Sie das Häkchen von allem, was nicht hinein soll.</translation>
  </message>
  <message>
   <source>Contents</source>
   <translation>Inhalt</translation>
  </message>
  <message>
   <source>Problem report</source>
   <translation>Problembericht</translation>
  </message>
  <message>
   <source>Problem report (*.zip)</source>
   <translation>Problembericht (*.zip)</translation>
  </message>
  <message>
   <source>Save the problem report</source>
   <translation>Problembericht speichern</translation>
  </message>
  <message>
   <source>Saved {name}. Give it to the person who looks after the program; kgdesk sends nothing.</source>
   <translation>{name} gespeichert. Geben Sie den Bericht denen, die das Programm betreuen; kgdesk sendet nichts.</translation>
  </message>
  <message>
   <source>The study, with candidates, outcomes and names</source>
   <translation>Die Studie mit Kandidaten, Ergebnissen und Namen</translation>
  </message>
  <message>
   <source>The whole study as an archive: all candidates with their attributes, all outcomes, the notes, and the names of the operators. Tick it only for somebody who may know them.</source>
   <translation>Die ganze Studie als Archiv: alle Kandidaten mit ihren Merkmalen, alle Ergebnisse, die Notizen und die Namen der Bediener:innen. Setzen Sie das Häkchen nur für jemanden, der sie kennen darf.</translation>
  </message>
  <message>
   <source>This program and this computer</source>
   <translation>Dieses Programm und dieser Computer</translation>
  </message>
  <message>
   <source>What it says</source>
   <translation>Was darin steht</translation>
  </message>
  <message>
   <source>What the program noted</source>
   <translation>Was das Programm vermerkt hat</translation>
  </message>
  <message>
   <source>What went wrong just now</source>
   <translation>Was eben schiefging</translation>
  </message>
 </context>
 <context>
  <name>Program</name>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Not now</source>
   <translation>Nicht jetzt</translation>
  </message>
  <message>
   <source>Open it now</source>
   <translation>Jetzt öffnen</translation>
  </message>
  <message>
   <source>The language changes with the next window: close the study and open it again.</source>
   <translation>Die Sprache wechselt mit dem nächsten Fenster: Schließen Sie die Studie und öffnen Sie sie wieder.</translation>
  </message>
  <message>
   <source>{name} is to be opened. Finish first what you have begun here.</source>
   <translation>{name} soll geöffnet werden. Beenden Sie erst, was Sie hier begonnen haben.</translation>
  </message>
 </context>
 <context>
  <name>PromisingCard</name>
  <message>
   <source>After the first run.</source>
   <translation>Nach dem ersten Versuch.</translation>
  </message>
  <message>
   <source>Best so far</source>
   <translation>Bisher bester</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>Expected success {estimate} ({level} range {range})</source>
   <translation>Erfolgsaussicht {estimate} ({level}-Bereich {range})</translation>
  </message>
  <message>
   <source>Recorded: {successes} {success}, {failures} {failure}</source>
   <translation>Eingetragen: {successes} {success}, {failures} {failure}</translation>
  </message>
  <message>
   <source>The eight candidates with the highest expected success. The dot is the expected success, the bar the range in which it probably lies: a long bar says that little is known. Where bars overlap, the order can still change. The signs at the right count the outcomes of this very candidate; most are judged from others that are like them.</source>
   <translation>Die acht Kandidaten mit der höchsten Erfolgsaussicht. Der Punkt ist die Erfolgsaussicht, der Balken der Bereich, in dem sie vermutlich liegt: Ein langer Balken sagt, dass wenig bekannt ist. Wo sich Balken überlappen, kann sich die Reihenfolge noch ändern. Die Zeichen rechts zählen die Ergebnisse genau dieses Kandidaten; die meisten werden nach anderen beurteilt, die ihnen gleichen.</translation>
  </message>
  <message>
   <source>failure</source>
   <translation>Fehlschlag</translation>
  </message>
  <message>
   <source>never run</source>
   <translation>nie versucht</translation>
  </message>
  <message>
   <source>success</source>
   <translation>Erfolg</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>{code}, {estimate}</source>
   <translation>{code}, {estimate}</translation>
  </message>
  <message>
   <source>{level} range from</source>
   <translation>{level}-Bereich von</translation>
  </message>
 </context>
 <context>
  <name>PropertiesPage</name>
  <message>
   <source>All settings</source>
   <translation>Alle Einstellungen</translation>
  </message>
  <message>
   <source>Blind entry</source>
   <translation>Blinde Eingabe</translation>
  </message>
  <message>
   <source>Change…</source>
   <translation>Ändern…</translation>
  </message>
  <message>
   <source>Codes on the samples</source>
   <translation>Codes auf den Proben</translation>
  </message>
  <message>
   <source>Columns on the card</source>
   <translation>Spalten auf der Karte</translation>
  </message>
  <message>
   <source>Copy file &amp;name</source>
   <translation>Datei&amp;namen kopieren</translation>
  </message>
  <message>
   <source>Copy hea&amp;d of the log</source>
   <translation>&amp;Kopf des Protokolls kopieren</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>Modell</translation>
  </message>
  <message>
   <source>Place of the samples</source>
   <translation>Lagerort der Proben</translation>
  </message>
  <message>
   <source>Plan</source>
   <translation>Plan</translation>
  </message>
  <message>
   <source>Properties</source>
   <translation>Eigenschaften</translation>
  </message>
  <message>
   <source>Second place for backups</source>
   <translation>Zweiter Ort für Sicherungen</translation>
  </message>
  <message>
   <source>Settings of the study</source>
   <translation>Einstellungen der Studie</translation>
  </message>
  <message>
   <source>Show…</source>
   <translation>Zeigen…</translation>
  </message>
  <message>
   <source>Study file</source>
   <translation>Studiendatei</translation>
  </message>
  <message>
   <source>Threshold</source>
   <translation>Schwelle</translation>
  </message>
  <message>
   <source>every kept column</source>
   <translation>jede aufbewahrte Spalte</translation>
  </message>
  <message>
   <source>no</source>
   <translation>nein</translation>
  </message>
  <message>
   <source>none</source>
   <translation>keiner</translation>
  </message>
  <message>
   <source>the attributes alone</source>
   <translation>die Merkmale allein</translation>
  </message>
  <message>
   <source>the names of the candidates</source>
   <translation>die Namen der Kandidaten</translation>
  </message>
  <message>
   <source>yes</source>
   <translation>ja</translation>
  </message>
  <message>
   <source>{count} runs</source>
   <translation>{count} Versuche</translation>
  </message>
 </context>
 <context>
  <name>ReadingChoices</name>
  <message>
   <source>Bar |</source>
   <translation>Senkrechter Strich |</translation>
  </message>
  <message>
   <source>Comma ,</source>
   <translation>Komma ,</translation>
  </message>
  <message>
   <source>DOS (cp850)</source>
   <translation>DOS (cp850)</translation>
  </message>
  <message>
   <source>Decimal comma</source>
   <translation>Dezimalkomma</translation>
  </message>
  <message>
   <source>Decimal point</source>
   <translation>Dezimalpunkt</translation>
  </message>
  <message>
   <source>Decimal sign</source>
   <translation>Dezimalzeichen</translation>
  </message>
  <message>
   <source>Encoding</source>
   <translation>Kodierung</translation>
  </message>
  <message>
   <source>Headings</source>
   <translation>Überschriften</translation>
  </message>
  <message>
   <source>Headings in line {choice}</source>
   <translation>Überschriften in Zeile {choice}</translation>
  </message>
  <message>
   <source>No headings</source>
   <translation>Keine Überschriften</translation>
  </message>
  <message>
   <source>Old Macintosh (mac-roman)</source>
   <translation>Altes Macintosh (mac-roman)</translation>
  </message>
  <message>
   <source>One column</source>
   <translation>Eine Spalte</translation>
  </message>
  <message>
   <source>Semicolon ;</source>
   <translation>Semikolon ;</translation>
  </message>
  <message>
   <source>Separator</source>
   <translation>Trennzeichen</translation>
  </message>
  <message>
   <source>Sheet</source>
   <translation>Blatt</translation>
  </message>
  <message>
   <source>Sheet {choice}</source>
   <translation>Blatt {choice}</translation>
  </message>
  <message>
   <source>Tab</source>
   <translation>Tabulator</translation>
  </message>
  <message>
   <source>Unicode (utf-16)</source>
   <translation>Unicode (utf-16)</translation>
  </message>
  <message>
   <source>Unicode (utf-8)</source>
   <translation>Unicode (utf-8)</translation>
  </message>
  <message>
   <source>Windows, Central Europe (cp1250)</source>
   <translation>Windows, Mitteleuropa (cp1250)</translation>
  </message>
  <message>
   <source>Windows, Western (cp1252)</source>
   <translation>Windows, westlich (cp1252)</translation>
  </message>
 </context>
 <context>
  <name>ReallySet</name>
  <message>
   <source>It is right, though outside the ran&amp;ge of the candidates</source>
   <translation>Das ist &amp;richtig, obwohl außerhalb des Bereichs der Kandidaten</translation>
  </message>
  <message>
   <source>only what differs, for instance: {name} = 82</source>
   <translation>nur was abweicht, zum Beispiel: {name} = 82</translation>
  </message>
 </context>
 <context>
  <name>Reason</name>
  <message>
   <source>Chosen by {who}</source>
   <translation>Gewählt von {who}</translation>
  </message>
  <message>
   <source>Chosen by {who} instead of {candidate}</source>
   <translation>Gewählt von {who} statt {candidate}</translation>
  </message>
  <message>
   <source>Its value of testing is not computed.</source>
   <translation>Der Wert eines Versuchs damit ist nicht berechnet.</translation>
  </message>
  <message>
   <source>Its value of testing is {value}.</source>
   <translation>Sein Wert ist {value}.</translation>
  </message>
  <message>
   <source>Its value of testing is {value}: {points} points less.</source>
   <translation>Sein Wert ist {value}: {points} Punkte weniger.</translation>
  </message>
  <message>
   <source>Its value of testing is {value}: {points} points more.</source>
   <translation>Sein Wert ist {value}: {points} Punkte mehr.</translation>
  </message>
  <message>
   <source>Started {time} by {operator}.</source>
   <translation>Begonnen {time} von {operator}.</translation>
  </message>
  <message>
   <source>⚠ It is out of stock.</source>
   <translation>⚠ Er ist nicht verfügbar.</translation>
  </message>
  <message>
   <source>⚠ It is tried, and this study does not run it again.</source>
   <translation>⚠ Er ist ausprobiert, und diese Studie prüft ihn nicht noch einmal.</translation>
  </message>
  <message>
   <source>⚠ Nothing can start before a run in progress has its outcome.</source>
   <translation>⚠ Nichts kann beginnen, bevor ein laufender Versuch sein Ergebnis hat.</translation>
  </message>
 </context>
 <context>
  <name>ReasonDialog</name>
  <message>
   <source>&amp;Reason:</source>
   <translation>&amp;Grund:</translation>
  </message>
 </context>
 <context>
  <name>ReasonField</name>
  <message>
   <source>Choose a reason.</source>
   <translation>Wählen Sie einen Grund.</translation>
  </message>
  <message>
   <source>Not done</source>
   <translation>Nicht durchgeführt</translation>
  </message>
  <message>
   <source>Other</source>
   <translation>Anderer</translation>
  </message>
  <message>
   <source>Reason</source>
   <translation>Grund</translation>
  </message>
  <message>
   <source>Reason in your own words</source>
   <translation>Grund in eigenen Worten</translation>
  </message>
  <message>
   <source>Remark (not required)</source>
   <translation>Bemerkung (nicht verlangt)</translation>
  </message>
  <message>
   <source>Say why, in at least {count} letters</source>
   <translation>Geben Sie den Grund mit mindestens {count} Buchstaben an</translation>
  </message>
  <message>
   <source>Wrong sample</source>
   <translation>Falsche Probe</translation>
  </message>
  <message>
   <source>“Other” needs at least {count} letters that say why.</source>
   <translation>„Anderer“ verlangt mindestens {count} Buchstaben, die den Grund nennen.</translation>
  </message>
 </context>
 <context>
  <name>Rehearsal</name>
  <message>
   <source>1 run</source>
   <translation>1 Versuch</translation>
  </message>
  <message>
   <source>After {runs} it has found {successes} successes on average, and at least one in {share} % of the replays.</source>
   <translation>Nach {runs} hat sie im Mittel {successes} Erfolge gefunden, und mindestens einen in {share} % der Durchgänge.</translation>
  </message>
  <message>
   <source>On average it was {points} points (standard error {error}) from the true best.</source>
   <translation>Im Mittel war er {points} Punkte (Standardfehler {error}) vom wahren Besten entfernt.</translation>
  </message>
  <message>
   <source>With these settings the best found after {runs} is the true best in 9 of 10 rehearsals.</source>
   <translation>Mit diesen Einstellungen ist der nach {runs} gefundene beste Kandidat in 9 von 10 Probeläufen der wahre beste.</translation>
  </message>
  <message>
   <source>With these settings the best found after {runs} is within 1 percentage point of the true best in 9 of 10 rehearsals.</source>
   <translation>Mit diesen Einstellungen liegt der nach {runs} gefundene beste Kandidat in 9 von 10 Probeläufen höchstens 1 Prozentpunkt unter dem wahren besten.</translation>
  </message>
  <message>
   <source>With these settings the best found after {runs} is within {points} percentage points of the true best in 9 of 10 rehearsals.</source>
   <translation>Mit diesen Einstellungen liegt der nach {runs} gefundene beste Kandidat in 9 von 10 Probeläufen höchstens {points} Prozentpunkte unter dem wahren besten.</translation>
  </message>
  <message>
   <source>a step in one attribute</source>
   <translation>eine Stufe in einem Merkmal</translation>
  </message>
  <message>
   <source>about {count} h left</source>
   <translation>noch etwa {count} h</translation>
  </message>
  <message>
   <source>about {count} min left</source>
   <translation>noch etwa {count} min</translation>
  </message>
  <message>
   <source>about {count} s left</source>
   <translation>noch etwa {count} s</translation>
  </message>
  <message>
   <source>as believed after the outcomes so far</source>
   <translation>wie nach den bisherigen Ergebnissen angenommen</translation>
  </message>
  <message>
   <source>as in the paper</source>
   <translation>wie in der Veröffentlichung</translation>
  </message>
  <message>
   <source>as the study assumes</source>
   <translation>wie von der Studie angenommen</translation>
  </message>
  <message>
   <source>correlated</source>
   <translation>korreliert</translation>
  </message>
  <message>
   <source>more than {budget} (now {share} %)</source>
   <translation>mehr als {budget} (jetzt {share} %)</translation>
  </message>
  <message>
   <source>more than {count}</source>
   <translation>mehr als {count}</translation>
  </message>
  <message>
   <source>one attribute changes the effect of another</source>
   <translation>ein Merkmal ändert die Wirkung eines anderen</translation>
  </message>
  <message>
   <source>recommended</source>
   <translation>empfohlen</translation>
  </message>
  <message>
   <source>starting</source>
   <translation>beginnt</translation>
  </message>
  <message>
   <source>the best lies in the middle of the ranges</source>
   <translation>der beste liegt in der Mitte der Bereiche</translation>
  </message>
  <message>
   <source>the truth drifts from run to run</source>
   <translation>die Wahrheit verschiebt sich von Versuch zu Versuch</translation>
  </message>
  <message>
   <source>{count} runs</source>
   <translation>{count} Versuchen</translation>
  </message>
  <message>
   <source>{policy}: the stopping rule ended none of {rehearsals} rehearsals.</source>
   <translation>{policy}: Die Stoppregel beendete keinen von {rehearsals} Probeläufen.</translation>
  </message>
  <message>
   <source>{policy}: the stopping rule ended {stopped} of {rehearsals} rehearsals, after {runs} runs on average. In {missed} of these {stopped} the best found was more than {points} percentage points from the true best.</source>
   <translation>{policy}: Die Stoppregel beendete {stopped} von {rehearsals} Probeläufen, im Mittel nach {runs} Versuchen. In {missed} dieser {stopped} lag der gefundene beste Kandidat mehr als {points} Prozentpunkte unter dem wahren besten.</translation>
  </message>
 </context>
 <context>
  <name>RehearsalCard</name>
  <message>
   <source>After run {run}, percentage points short of the best</source>
   <translation>Nach Versuch {run}, Prozentpunkte unter dem besten</translation>
  </message>
  <message>
   <source>After run {run}, successes found</source>
   <translation>Nach Versuch {run}, gefundene Erfolge</translation>
  </message>
  <message>
   <source>Band from</source>
   <translation>Band von</translation>
  </message>
  <message>
   <source>Choose what to rehearse and start. Nothing is recorded in the study.</source>
   <translation>Legen Sie fest, was durchgespielt wird, und starten Sie. In der Studie wird nichts eingetragen.</translation>
  </message>
  <message>
   <source>Distance (points)</source>
   <translation>Abstand (Punkte)</translation>
  </message>
  <message>
   <source>Found</source>
   <translation>Gefunden</translation>
  </message>
  <message>
   <source>Half of the replays found a success by run</source>
   <translation>Die Hälfte der Durchgänge fand einen Erfolg bis Versuch</translation>
  </message>
  <message>
   <source>How near to the true best would this study end?</source>
   <translation>Wie nahe käme diese Studie dem wahren Besten?</translation>
  </message>
  <message>
   <source>How soon would the successes of this table have been found?</source>
   <translation>Wie bald wären die Erfolge dieser Tabelle gefunden worden?</translation>
  </message>
  <message>
   <source>Many studies like this one are simulated, each with a truth that is drawn and then known. A line says how many percentage points of success the candidate that would be recommended falls short of the true best, after each run: lower is better, 0 is the best itself. All policies meet the same truths and the same outcomes. The band says how sure the mean is, or, for the median, where the middle half of the studies lies. A rehearsal is as true as its truths: compare several kinds of them.</source>
   <translation>Viele Studien wie diese werden simuliert, jede mit einer Wahrheit, die gezogen wird und dann bekannt ist. Eine Linie gibt nach jedem Versuch an, um wie viele Prozentpunkte der Erfolg des empfohlenen Kandidaten unter dem des wahren besten liegt: Niedriger ist besser, 0 ist der beste selbst. Alle Auswahlregeln treffen auf dieselben Wahrheiten und dieselben Ergebnisse. Das Band gibt an, wie sicher der Mittelwert ist, oder beim Median, wo die mittlere Hälfte der Studien liegt. Ein Probelauf ist nur so gut wie seine Wahrheiten: Vergleichen Sie mehrere Arten davon.</translation>
  </message>
  <message>
   <source>Mean (percentage points)</source>
   <translation>Mittelwert (Prozentpunkte)</translation>
  </message>
  <message>
   <source>Mean (successes)</source>
   <translation>Mittel (Erfolge)</translation>
  </message>
  <message>
   <source>Median (percentage points)</source>
   <translation>Median (Prozentpunkte)</translation>
  </message>
  <message>
   <source>Median (successes)</source>
   <translation>Median (Erfolge)</translation>
  </message>
  <message>
   <source>No clear difference between {names} after {count} rehearsals.</source>
   <translation>Kein klarer Unterschied zwischen {names} nach {count} Probeläufen.</translation>
  </message>
  <message>
   <source>Policy</source>
   <translation>Auswahlregel</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Versuch</translation>
  </message>
  <message>
   <source>Runs for a 90 % chance of being within 5 points</source>
   <translation>Versuche für 90 % Aussicht, höchstens 5 Punkte entfernt zu sein</translation>
  </message>
  <message>
   <source>Short of the true best (percentage points)</source>
   <translation>Abstand zum wahren Besten (Prozentpunkte)</translation>
  </message>
  <message>
   <source>Successes found</source>
   <translation>Gefundene Erfolge</translation>
  </message>
  <message>
   <source>The past outcomes that came with the table are the truth. Every policy starts without any of them and runs each candidate once. A line says how many successes it has found after each run: higher is better. Saved results also say whether the recommended candidate is a success, and how good the predictions were for the candidates that were not run. A policy without random choices plays the table the same way each time.</source>
   <translation>Die früheren Ergebnisse, die mit der Tabelle kamen, sind die Wahrheit. Jede Auswahlregel beginnt ohne eines davon und lässt jeden Kandidaten einmal laufen. Eine Linie sagt, wie viele Erfolge sie nach jedem Versuch gefunden hat: Höher ist besser. Gespeicherte Ergebnisse sagen auch, ob der empfohlene Kandidat ein Erfolg ist und wie gut die Vorhersagen für die Kandidaten waren, die nicht gelaufen sind. Eine Auswahlregel ohne Zufall spielt die Tabelle jedes Mal gleich.</translation>
  </message>
  <message>
   <source>band: 90 % range of the mean</source>
   <translation>Band: 90-%-Bereich des Mittelwerts</translation>
  </message>
  <message>
   <source>band: middle half of the rehearsals</source>
   <translation>Band: mittlere Hälfte der Probeläufe</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>truth: {truth}</source>
   <translation>Wahrheit: {truth}</translation>
  </message>
  <message>
   <source>{done} of {wanted} rehearsals, seed {seed}</source>
   <translation>{done} von {wanted} Probeläufen, Startzahl {seed}</translation>
  </message>
  <message>
   <source>{name} ends nearest. {verdict}</source>
   <translation>{name} kommt am nächsten. {verdict}</translation>
  </message>
  <message>
   <source>{name} finds most. {verdict}</source>
   <translation>{name} findet am meisten. {verdict}</translation>
  </message>
 </context>
 <context>
  <name>RehearsalDialog</name>
  <message>
   <source>&amp;Start</source>
   <translation>&amp;Starten</translation>
  </message>
  <message>
   <source>C&amp;ancel</source>
   <translation>&amp;Abbrechen</translation>
  </message>
  <message>
   <source>Folder (*)</source>
   <translation>Ordner (*)</translation>
  </message>
  <message>
   <source>Lines sho&amp;w</source>
   <translation>Linien &amp;zeigen</translation>
  </message>
  <message>
   <source>Rehearsal of {study}</source>
   <translation>Durchspielen von {study}</translation>
  </message>
  <message>
   <source>Rehearsals done</source>
   <translation>Fertige Probeläufe</translation>
  </message>
  <message>
   <source>Rehearse {study}</source>
   <translation>{study} durchspielen</translation>
  </message>
  <message>
   <source>Results</source>
   <translation>Ergebnisse</translation>
  </message>
  <message>
   <source>Sa&amp;ve results…</source>
   <translation>Er&amp;gebnisse speichern…</translation>
  </message>
  <message>
   <source>Save the results in a new folder</source>
   <translation>Ergebnisse in einem neuen Ordner speichern</translation>
  </message>
  <message>
   <source>Saved tables, figures and report in {folder}.</source>
   <translation>Tabellen, Bilder und Bericht in {folder} gespeichert.</translation>
  </message>
  <message>
   <source>Starting…</source>
   <translation>Beginnt…</translation>
  </message>
  <message>
   <source>Stopped. The results so far stay visible.</source>
   <translation>Angehalten. Die bisherigen Ergebnisse bleiben sichtbar.</translation>
  </message>
  <message>
   <source>The results cannot be written there: choose another place.</source>
   <translation>Die Ergebnisse lassen sich dort nicht schreiben: Wählen Sie einen anderen Ort.</translation>
  </message>
  <message>
   <source>There are results in this folder already: choose another name.</source>
   <translation>In diesem Ordner liegen schon Ergebnisse: Wählen Sie einen anderen Namen.</translation>
  </message>
  <message>
   <source>Tr&amp;uth shown</source>
   <translation>Gezeigte &amp;Wahrheit</translation>
  </message>
  <message>
   <source>mean and its 90 % range</source>
   <translation>Mittelwert und sein 90-%-Bereich</translation>
  </message>
  <message>
   <source>median and middle half</source>
   <translation>Median und mittlere Hälfte</translation>
  </message>
  <message>
   <source>{done} of {total} rehearsals, {left}</source>
   <translation>{done} von {total} Probeläufen, {left}</translation>
  </message>
  <message>
   <source>{total} rehearsals done in {seconds} s.</source>
   <translation>{total} Probeläufe in {seconds} s.</translation>
  </message>
 </context>
 <context>
  <name>RehearsalForm</name>
  <message>
   <source>&amp;Policies to compare</source>
   <translation>Auswahl&amp;regeln im Vergleich</translation>
  </message>
  <message>
   <source>&amp;Runs in each</source>
   <translation>&amp;Versuche je Probelauf</translation>
  </message>
  <message>
   <source>For example: {rule}</source>
   <translation>Zum Beispiel: {rule}</translation>
  </message>
  <message>
   <source>Policies</source>
   <translation>Auswahlregeln</translation>
  </message>
  <message>
   <source>Re&amp;hearsals</source>
   <translation>&amp;Probeläufe</translation>
  </message>
  <message>
   <source>Replay the outcomes of the ta&amp;ble</source>
   <translation>Ergebnisse der Ta&amp;belle nachspielen</translation>
  </message>
  <message>
   <source>S&amp;eed</source>
   <translation>Startza&amp;hl</translation>
  </message>
  <message>
   <source>Simulated &amp;truths</source>
   <translation>Simulierte Wahrheite&amp;n</translation>
  </message>
  <message>
   <source>St&amp;opping rule</source>
   <translation>St&amp;oppregel</translation>
  </message>
  <message>
   <source>The past outcomes that came with the table are the truth, and every candidate is run once: how soon would the successes have been found?</source>
   <translation>Die früheren Ergebnisse, die mit der Tabelle kamen, sind die Wahrheit, und jeder Kandidat läuft einmal: Wie bald wären die Erfolge gefunden worden?</translation>
  </message>
  <message>
   <source>Tick at least one kind of truth.</source>
   <translation>Wählen Sie mindestens eine Art von Wahrheit.</translation>
  </message>
  <message>
   <source>Tick at least one policy.</source>
   <translation>Wählen Sie mindestens eine Auswahlregel.</translation>
  </message>
  <message>
   <source>Truths</source>
   <translation>Wahrheiten</translation>
  </message>
  <message>
   <source>none</source>
   <translation>keine</translation>
  </message>
 </context>
 <context>
  <name>Report</name>
  <message>
   <source>Each is for one standard deviation over the candidates, or for a level where it is so.</source>
   <translation>Jede gilt für eine Standardabweichung über die Kandidaten oder für eine Stufe, wo sie zutrifft.</translation>
  </message>
  <message>
   <source>Effects of the attributes</source>
   <translation>Wirkungen der Merkmale</translation>
  </message>
  <message>
   <source>Effects of the single terms</source>
   <translation>Wirkungen der einzelnen Terme</translation>
  </message>
  <message>
   <source>Show all {count} terms</source>
   <translation>Alle {count} Terme zeigen</translation>
  </message>
  <message>
   <source>What does each term of the model do?</source>
   <translation>Was bewirkt jeder Term des Modells?</translation>
  </message>
  <message>
   <source>{count} terms fill too many sheets: the report as a web page and the model settings list them.</source>
   <translation>{count} Terme füllen zu viele Blätter: Der Bericht als Webseite und die Modelleinstellungen führen sie auf.</translation>
  </message>
 </context>
 <context>
  <name>ReportCommands</name>
  <message>
   <source>&amp;Copy picture</source>
   <translation>Bild &amp;kopieren</translation>
  </message>
  <message>
   <source>&amp;Report…</source>
   <translation>&amp;Bericht…</translation>
  </message>
  <message>
   <source>&amp;Save picture as…</source>
   <translation>Bild &amp;speichern unter…</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>No picture is shown here: choose a tab with pictures first.</source>
   <translation>Hier ist kein Bild zu sehen: Wählen Sie zuerst eine Ansicht mit Bildern.</translation>
  </message>
  <message>
   <source>PDF, to print and to sign (*.pdf);;HTML, to read in a browser (*.html)</source>
   <translation>PDF, zum Drucken und Unterschreiben (*.pdf);;HTML, zum Lesen im Browser (*.html)</translation>
  </message>
  <message>
   <source>Report</source>
   <translation>Bericht</translation>
  </message>
  <message>
   <source>Save picture</source>
   <translation>Bild speichern</translation>
  </message>
  <message>
   <source>The picture “{title}” is on the clipboard.</source>
   <translation>Das Bild „{title}“ ist in der Zwischenablage.</translation>
  </message>
 </context>
 <context>
  <name>ResultsDialog</name>
  <message>
   <source>&amp;Pass over the rows of no candidate of this study</source>
   <translation>&amp;Zeilen zu keinem Kandidaten dieser Studie übergehen</translation>
  </message>
  <message>
   <source>&amp;Runs of this study that nobody started</source>
   <translation>&amp;Versuche dieser Studie, die niemand gestartet hat</translation>
  </message>
  <message>
   <source>&amp;These candidates have had their runs, or are out of stock: {names}. Their outcomes count all the same</source>
   <translation>&amp;Diese Kandidaten hatten alle Versuche oder sind nicht verfügbar: {names}. Ihre Ergebnisse gelten trotzdem</translation>
  </message>
  <message>
   <source>A file with the same content was recorded on {date} already.</source>
   <translation>Eine Datei mit demselben Inhalt wurde am {date} schon eingetragen.</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Line</source>
   <translation>Zeile</translation>
  </message>
  <message>
   <source>Of {count} rows no run is in progress. What are these?</source>
   <translation>In {count} Zeilen läuft kein Versuch. Was sind diese Ergebnisse?</translation>
  </message>
  <message>
   <source>Outcomes from &amp;before the study</source>
   <translation>Ergebnisse aus der Zeit &amp;vor der Studie</translation>
  </message>
  <message>
   <source>R&amp;ecord all</source>
   <translation>Alle &amp;eintragen</translation>
  </message>
  <message>
   <source>Reading {file}…</source>
   <translation>{file} wird gelesen …</translation>
  </message>
  <message>
   <source>Reading {file}… {share} % of its rows are matched</source>
   <translation>{file} wird gelesen … {share} % der Zeilen sind zugeordnet</translation>
  </message>
  <message>
   <source>Results from {file}</source>
   <translation>Ergebnisse aus {file}</translation>
  </message>
  <message>
   <source>Rows of the file</source>
   <translation>Zeilen der Datei</translation>
  </message>
  <message>
   <source>These are &amp;further outcomes: record them again</source>
   <translation>Das sind &amp;weitere Ergebnisse: noch einmal eintragen</translation>
  </message>
  <message>
   <source>Well</source>
   <translation>Well</translation>
  </message>
  <message>
   <source>What happens</source>
   <translation>Was geschieht</translation>
  </message>
  <message>
   <source>a value of {name}</source>
   <translation>ein Wert von {name}</translation>
  </message>
  <message>
   <source>no outcome yet</source>
   <translation>noch kein Ergebnis</translation>
  </message>
  <message>
   <source>void</source>
   <translation>ungültig</translation>
  </message>
 </context>
 <context>
  <name>RowsFigure</name>
  <message>
   <source>More rows</source>
   <translation>Weitere Zeilen</translation>
  </message>
 </context>
 <context>
  <name>RuleField</name>
  <message>
   <source>Points that choosing the best may lose on average</source>
   <translation>Punkte, die die Wahl des Besten im Mittel verlieren darf</translation>
  </message>
  <message>
   <source>Take the usual rule</source>
   <translation>Die übliche Regel nehmen</translation>
  </message>
  <message>
   <source>Times that the best must have succeeded</source>
   <translation>So oft muss der Beste Erfolg gehabt haben</translation>
  </message>
  <message>
   <source>and the best has succeeded at least</source>
   <translation>und der Beste hatte mindestens</translation>
  </message>
  <message>
   <source>choosing the best loses at most</source>
   <translation>die Wahl des Besten kostet höchstens</translation>
  </message>
  <message>
   <source>percentage points on average</source>
   <translation>Prozentpunkte im Mittel</translation>
  </message>
  <message>
   <source>times, or when all these runs are spent</source>
   <translation>-mal Erfolg, oder wenn alle diese Versuche verbraucht sind</translation>
  </message>
 </context>
 <context>
  <name>RuleFields</name>
  <message>
   <source>(now {value})</source>
   <translation>(jetzt {value})</translation>
  </message>
  <message>
   <source>a run costs {cost}, and a percentage point is worth only {worth}</source>
   <translation>ein Versuch kostet {cost}, und ein Prozentpunkt ist nur {worth} wert</translation>
  </message>
  <message>
   <source>and</source>
   <translation>und</translation>
  </message>
  <message>
   <source>at most {stake} percentage points are still at stake</source>
   <translation>es stehen höchstens noch {stake} Prozentpunkte auf dem Spiel</translation>
  </message>
  <message>
   <source>or</source>
   <translation>oder</translation>
  </message>
  <message>
   <source>the best has succeeded at least {tested} times, in at least half of its runs</source>
   <translation>der Beste hatte mindestens {tested}-mal Erfolg, in mindestens der Hälfte seiner Versuche</translation>
  </message>
  <message>
   <source>the best is within {near} points of the true best with a chance of {sure} %</source>
   <translation>der Beste liegt höchstens {near} Punkte unter dem wahren Besten, mit einer Wahrscheinlichkeit von {sure} %</translation>
  </message>
  <message>
   <source>the value of testing is below {value} percentage points</source>
   <translation>der Wert eines Versuchs liegt unter {value} Prozentpunkten</translation>
  </message>
  <message>
   <source>{runs} runs are spent</source>
   <translation>{runs} Versuche sind verbraucht</translation>
  </message>
 </context>
 <context>
  <name>RuleLine</name>
  <message>
   <source>Agreed with those who need the result</source>
   <translation>Mit denen vereinbart, die das Ergebnis brauchen</translation>
  </message>
  <message>
   <source>Change the rule</source>
   <translation>Regel ändern</translation>
  </message>
  <message>
   <source>Leave it</source>
   <translation>Lassen</translation>
  </message>
  <message>
   <source>The plan has changed</source>
   <translation>Der Plan hat sich geändert</translation>
  </message>
  <message>
   <source>Why do you change the rule?</source>
   <translation>Warum ändern Sie die Regel?</translation>
  </message>
  <message>
   <source>You can stop when</source>
   <translation>Sie können aufhören, wenn</translation>
  </message>
 </context>
 <context>
  <name>RunsCard</name>
  <message>
   <source>(band: {level} range)</source>
   <translation>(Band: {level}-Bereich)</translation>
  </message>
  <message>
   <source>(being worked out)</source>
   <translation>(wird berechnet)</translation>
  </message>
  <message>
   <source>; {count} earlier values are being worked out</source>
   <translation>; {count} frühere Werte werden noch berechnet</translation>
  </message>
  <message>
   <source>After the first run.</source>
   <translation>Nach dem ersten Versuch.</translation>
  </message>
  <message>
   <source>At stake (points)</source>
   <translation>Auf dem Spiel (Punkte)</translation>
  </message>
  <message>
   <source>At stake after each run, percentage points</source>
   <translation>Auf dem Spiel nach jedem Versuch, Prozentpunkte</translation>
  </message>
  <message>
   <source>At stake: {points} points</source>
   <translation>Auf dem Spiel: {points} Punkte</translation>
  </message>
  <message>
   <source>Best</source>
   <translation>Bester</translation>
  </message>
  <message>
   <source>Best after each run, and its expected success</source>
   <translation>Bester nach jedem Versuch und seine Erfolgsaussicht</translation>
  </message>
  <message>
   <source>Best after it</source>
   <translation>Danach bester</translation>
  </message>
  <message>
   <source>Best after it: {code}, {estimate} ({range})</source>
   <translation>Bester danach: {code}, {estimate} ({range})</translation>
  </message>
  <message>
   <source>By how many percentage points the best next run was expected to raise the expected success of the candidate that is chosen in the end. One run may be worth almost nothing where several are worth much: whether to stop, say the points at stake.</source>
   <translation>Um wie viele Prozentpunkte der beste nächste Versuch die Erfolgsaussicht des am Ende gewählten Kandidaten voraussichtlich erhöhte. Ein Versuch kann fast nichts wert sein, wo mehrere viel wert sind: Ob man aufhören kann, sagen die Punkte, die auf dem Spiel stehen.</translation>
  </message>
  <message>
   <source>By how many percentage points the candidate that was best after a run fell short of the true best, on average over all that was believed possible: what choosing it then would have lost. No number of further runs can gain more. The dashed line is what the rule of the study asks for.</source>
   <translation>Um wie viele Prozentpunkte der nach einem Versuch beste Kandidat hinter dem wahren besten zurückblieb, im Mittel über alles, was für möglich gehalten wurde: So viel hätte es gekostet, ihn dann zu wählen. Keine Zahl weiterer Versuche kann mehr bringen. Die gestrichelte Linie ist das, was die Regel der Studie verlangt.</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>No best yet</source>
   <translation>Noch kein bester</translation>
  </message>
  <message>
   <source>Not known yet</source>
   <translation>Noch nicht bekannt</translation>
  </message>
  <message>
   <source>Outcome</source>
   <translation>Ergebnis</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Versuch</translation>
  </message>
  <message>
   <source>Run {run}: {tested}, {outcome}</source>
   <translation>Versuch {run}: {tested}, {outcome}</translation>
  </message>
  <message>
   <source>Tested</source>
   <translation>Geprüft</translation>
  </message>
  <message>
   <source>The line is the expected success of the candidate that is best after each run, by the outcomes as they stand today; the band is the range in which it probably lies. A ring says that another candidate became the best: its name stands above with the number of the run, or where there is no room for it three dots at the ring; point at the ring to read it. The signs below are the outcomes of the runs themselves. Nobody knows the true best: the line may fall.</source>
   <translation>Die Linie ist die Erfolgsaussicht des Kandidaten, der nach jedem Versuch der beste ist, nach den Ergebnissen, wie sie heute stehen; das Band ist der Bereich, in dem sie vermutlich liegt. Ein Ring sagt, dass ein anderer Kandidat der beste wurde: Sein Name steht mit der Nummer des Versuchs darüber, oder, wo dafür kein Platz ist, stehen drei Punkte am Ring; wer auf den Ring zeigt, liest ihn. Die Zeichen darunter sind die Ergebnisse der Versuche selbst. Den wahren besten kennt niemand: Die Linie kann fallen.</translation>
  </message>
  <message>
   <source>Value of testing (points)</source>
   <translation>Wert eines Versuchs (Punkte)</translation>
  </message>
  <message>
   <source>Value of testing after each run, percentage points</source>
   <translation>Wert eines Versuchs nach jedem Versuch, Prozentpunkte</translation>
  </message>
  <message>
   <source>before the first outcome</source>
   <translation>vor dem ersten Ergebnis</translation>
  </message>
  <message>
   <source>changed</source>
   <translation>geändert</translation>
  </message>
  <message>
   <source>failure</source>
   <translation>Fehlschlag</translation>
  </message>
  <message>
   <source>is the most that one run gains now</source>
   <translation>bringt ein Versuch jetzt höchstens</translation>
  </message>
  <message>
   <source>lost on average if a candidate had been chosen after run {run}</source>
   <translation>im Mittel verloren, wäre nach Versuch {run} ein Kandidat gewählt worden</translation>
  </message>
  <message>
   <source>lost on average if a candidate were chosen now</source>
   <translation>verloren im Mittel, wenn jetzt ein Kandidat gewählt würde</translation>
  </message>
  <message>
   <source>lost on average if {code} had been chosen after run {run}</source>
   <translation>im Mittel verloren, wäre nach Versuch {run} {code} gewählt worden</translation>
  </message>
  <message>
   <source>lost on average if {code} were chosen now</source>
   <translation>verloren im Mittel, wenn jetzt {code} gewählt würde</translation>
  </message>
  <message>
   <source>one state in {every} is drawn</source>
   <translation>gezeichnet ist einer von {every} Ständen</translation>
  </message>
  <message>
   <source>stop at {points}</source>
   <translation>Ende bei {points}</translation>
  </message>
  <message>
   <source>success</source>
   <translation>Erfolg</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>undecided</source>
   <translation>unklar</translation>
  </message>
  <message>
   <source>void</source>
   <translation>ungültig</translation>
  </message>
  <message>
   <source>was the most that one run gained after run {run}</source>
   <translation>war das Meiste, was ein Versuch nach Versuch {run} brachte</translation>
  </message>
  <message>
   <source>{code} since run {run}</source>
   <translation>{code} seit Versuch {run}</translation>
  </message>
  <message>
   <source>{code} since run {run} at the latest</source>
   <translation>{code} spätestens seit Versuch {run}</translation>
  </message>
  <message>
   <source>{level} range from</source>
   <translation>{level}-Bereich von</translation>
  </message>
  <message>
   <source>{points} after run {run}</source>
   <translation>{points} nach Versuch {run}</translation>
  </message>
  <message>
   <source>{points} now</source>
   <translation>{points} jetzt</translation>
  </message>
  <message>
   <source>{points} points</source>
   <translation>{points} Punkte</translation>
  </message>
 </context>
 <context>
  <name>RunsInProgress</name>
  <message>
   <source>Click: enter its outcome</source>
   <translation>Klick: Ergebnis eintragen</translation>
  </message>
  <message>
   <source>No run is in progress.</source>
   <translation>Kein Versuch läuft.</translation>
  </message>
  <message>
   <source>Run {number}</source>
   <translation>Versuch {number}</translation>
  </message>
  <message>
   <source>Runs in progress ({count})</source>
   <translation>Laufende Versuche ({count})</translation>
  </message>
  <message>
   <source>since {time}</source>
   <translation>seit {time}</translation>
  </message>
  <message>
   <source>since {time}, {operator}</source>
   <translation>seit {time}, {operator}</translation>
  </message>
 </context>
 <context>
  <name>SavedFiles</name>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Copy path</source>
   <translation>Pfad kopieren</translation>
  </message>
  <message>
   <source>Open folder</source>
   <translation>Ordner öffnen</translation>
  </message>
  <message>
   <source>Saved {name}.</source>
   <translation>{name} gespeichert.</translation>
  </message>
 </context>
 <context>
  <name>ScanLine</name>
  <message>
   <source>Sample code to check</source>
   <translation>Probencode zum Prüfen</translation>
  </message>
  <message>
   <source>Scan or type the code</source>
   <translation>Code scannen oder eingeben</translation>
  </message>
  <message>
   <source>Scan or type the sample code to check it</source>
   <translation>Probencode zum Prüfen scannen oder eingeben</translation>
  </message>
  <message>
   <source>⚠ another sample</source>
   <translation>⚠ andere Probe</translation>
  </message>
  <message>
   <source>✓ matches</source>
   <translation>✓ stimmt überein</translation>
  </message>
 </context>
 <context>
  <name>SecondPlaceDialog</name>
  <message>
   <source>&amp;Choose a folder…</source>
   <translation>&amp;Ordner wählen…</translation>
  </message>
  <message>
   <source>&amp;No second place</source>
   <translation>&amp;Kein zweiter Ort</translation>
  </message>
  <message>
   <source>A folder for copies of backups</source>
   <translation>Ein Ordner für Kopien der Sicherungen</translation>
  </message>
  <message>
   <source>Backups of every study are made by themselves, on this computer. A folder on another disk or on a drive of your network gets a copy of each, so that a disk that dies does not take them all.</source>
   <translation>Sicherungen jeder Studie entstehen von selbst auf diesem Computer. Ein Ordner auf einem anderen Datenträger oder auf einem Netzlaufwerk bekommt von jeder eine Kopie, damit nicht alle verloren sind, wenn ein Datenträger ausfällt.</translation>
  </message>
  <message>
   <source>Copies go to {folder}</source>
   <translation>Kopien kommen nach {folder}</translation>
  </message>
  <message>
   <source>No second place: backups lie on this computer only.</source>
   <translation>Kein zweiter Ort: Sicherungen liegen nur auf diesem Computer.</translation>
  </message>
  <message>
   <source>Second place for backups</source>
   <translation>Zweiter Ort für Sicherungen</translation>
  </message>
  <message>
   <source>⚠ This folder is on the same disk as the backups: if the disk dies, both are gone.</source>
   <translation>⚠ Dieser Ordner liegt auf derselben Platte wie die Sicherungen: Fällt sie aus, sind beide verloren.</translation>
  </message>
 </context>
 <context>
  <name>SelfTestDialog</name>
  <message>
   <source>&amp;Save the findings…</source>
   <translation>Befunde &amp;speichern…</translation>
  </message>
  <message>
   <source>Check this installation</source>
   <translation>Installation prüfen</translation>
  </message>
  <message>
   <source>Checking numbers, disk and window. This takes up to a minute.</source>
   <translation>Zahlen, Datenträger und Fenster werden geprüft. Das dauert bis zu einer Minute.</translation>
  </message>
  <message>
   <source>Every check passed. The program is fit for use.</source>
   <translation>Alle Prüfungen bestanden. Das Programm ist einsatzbereit.</translation>
  </message>
  <message>
   <source>Findings</source>
   <translation>Befunde</translation>
  </message>
  <message>
   <source>Save the findings</source>
   <translation>Befunde speichern</translation>
  </message>
  <message>
   <source>Saved {name}.</source>
   <translation>{name} gespeichert.</translation>
  </message>
  <message>
   <source>Something is not right; the findings say what to do.</source>
   <translation>Etwas stimmt nicht; die Befunde sagen, was zu tun ist.</translation>
  </message>
  <message>
   <source>Text (*.txt)</source>
   <translation>Text (*.txt)</translation>
  </message>
  <message>
   <source>The check could not be started. Install kgdesk again; your studies stay.</source>
   <translation>Die Prüfung ließ sich nicht starten. Installieren Sie kgdesk neu; Ihre Studien bleiben erhalten.</translation>
  </message>
  <message>
   <source>kgdesk installation check</source>
   <translation>kgdesk-Installationsprüfung</translation>
  </message>
  <message>
   <source>{name} could not be saved: choose another folder.</source>
   <translation>{name} ließ sich nicht speichern: Wählen Sie einen anderen Ordner.</translation>
  </message>
 </context>
 <context>
  <name>ServerDialog</name>
  <message>
   <source>&amp;Address of the server</source>
   <translation>&amp;Adresse des Servers</translation>
  </message>
  <message>
   <source>&amp;List its studies</source>
   <translation>Seine Studien auf&amp;listen</translation>
  </message>
  <message>
   <source>Asking the server…</source>
   <translation>Der Server wird gefragt…</translation>
  </message>
  <message>
   <source>Its administrator knows the address. Your password is not kept.</source>
   <translation>Wer den Server verwaltet, kennt die Adresse. Ihr Kennwort wird nicht aufbewahrt.</translation>
  </message>
  <message>
   <source>Open from a server</source>
   <translation>Von einem Server öffnen</translation>
  </message>
  <message>
   <source>Studies on the server</source>
   <translation>Studien auf dem Server</translation>
  </message>
  <message>
   <source>There is no study on this server yet.</source>
   <translation>Auf diesem Server gibt es noch keine Studie.</translation>
  </message>
  <message>
   <source>Type the address of the server first, for example {example}.</source>
   <translation>Geben Sie zuerst die Adresse des Servers ein, etwa {example}.</translation>
  </message>
 </context>
 <context>
  <name>SettingsDialog</name>
  <message>
   <source>&amp;Before each code it types</source>
   <translation>Tippt &amp;vor jedem Code</translation>
  </message>
  <message>
   <source>&amp;Colours</source>
   <translation>&amp;Farben</translation>
  </message>
  <message>
   <source>&amp;Hold the true success in</source>
   <translation>Ent&amp;halten den wahren Erfolg in</translation>
  </message>
  <message>
   <source>&amp;Language</source>
   <translation>S&amp;prache</translation>
  </message>
  <message>
   <source>A range of 90 % is meant to hold the true success of a candidate in 90 of 100 cases, one of 50 % in half of them. Pictures, tables and the report show the range that is chosen here; exports always hold that of 90 %.</source>
   <translation>Ein Bereich von 90 % soll den wahren Erfolg eines Kandidaten in 90 von 100 Fällen enthalten, einer von 50 % in der Hälfte. Bilder, Tabellen und Bericht zeigen den Bereich, der hier gewählt ist; Exporte enthalten immer den von 90 %.</translation>
  </message>
  <message>
   <source>A second place on another disk gets a copy of every backup of every study.</source>
   <translation>Ein zweiter Ort auf einem anderen Datenträger erhält eine Kopie jeder Sicherung jeder Studie.</translation>
  </message>
  <message>
   <source>As the system</source>
   <translation>Wie das System</translation>
  </message>
  <message>
   <source>Ch&amp;ange place…</source>
   <translation>Ort &amp;ändern…</translation>
  </message>
  <message>
   <source>Change &amp;folder…</source>
   <translation>&amp;Ordner ändern…</translation>
  </message>
  <message>
   <source>Dark</source>
   <translation>Dunkel</translation>
  </message>
  <message>
   <source>Each choice holds at once, for you on this computer. Studies are not changed by it.</source>
   <translation>Jede Wahl gilt sofort, für Sie auf diesem Computer. Studien ändern sich dadurch nicht.</translation>
  </message>
  <message>
   <source>Folder of projects</source>
   <translation>Ordner der Projekte</translation>
  </message>
  <message>
   <source>Folder of your projects</source>
   <translation>Ordner Ihrer Projekte</translation>
  </message>
  <message>
   <source>Folders</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <source>High contrast</source>
   <translation>Hoher Kontrast</translation>
  </message>
  <message>
   <source>Light</source>
   <translation>Hell</translation>
  </message>
  <message>
   <source>Look</source>
   <translation>Aussehen</translation>
  </message>
  <message>
   <source>Ranges</source>
   <translation>Bereiche</translation>
  </message>
  <message>
   <source>Scanner</source>
   <translation>Scanner</translation>
  </message>
  <message>
   <source>Second place for backups</source>
   <translation>Zweiter Ort für Sicherungen</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>Einstellungen</translation>
  </message>
  <message>
   <source>Te&amp;xt size</source>
   <translation>Te&amp;xtgröße</translation>
  </message>
  <message>
   <source>The window speaks the other language as soon as you close the settings.</source>
   <translation>Das Fenster wechselt die Sprache, sobald Sie die Einstellungen schließen.</translation>
  </message>
  <message>
   <source>What your scanner puts before every code, for example ]C1, is left out when a sample is scanned.</source>
   <translation>Was Ihr Scanner vor jeden Code setzt, etwa ]C1, wird beim Scannen einer Probe weggelassen.</translation>
  </message>
  <message>
   <source>none</source>
   <translation>keiner</translation>
  </message>
  <message>
   <source>nothing</source>
   <translation>nichts</translation>
  </message>
  <message>
   <source>{percent} %</source>
   <translation>{percent} %</translation>
  </message>
 </context>
 <context>
  <name>Settling</name>
  <message>
   <source>&amp;Waiting entries…</source>
   <translation>&amp;Wartende Einträge…</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Copy that was given up</source>
   <translation>Aufgegebene Kopie</translation>
  </message>
  <message>
   <source>Practice copy</source>
   <translation>Kopie zum Üben</translation>
  </message>
  <message>
   <source>Settle</source>
   <translation>Erledigen</translation>
  </message>
  <message>
   <source>Settle a fork</source>
   <translation>Abweichung erledigen</translation>
  </message>
  <message>
   <source>Settle…</source>
   <translation>Erledigen…</translation>
  </message>
  <message>
   <source>The branch seen at {places} does not count any more. The timeline says who decided it, and why.</source>
   <translation>Der Zweig, gesehen unter {places}, zählt nicht mehr. Der Reiter Verlauf sagt, wer das entschieden hat und warum.</translation>
  </message>
  <message>
   <source>The other branch of this study does not count any more on this computer. What is in it is not changed, and not taken over. Why does it not count?</source>
   <translation>Der andere Zweig dieser Studie zählt auf diesem Computer nicht mehr. Was darin steht, wird weder geändert noch übernommen. Warum zählt er nicht?</translation>
  </message>
  <message>
   <source>Waiting entries…</source>
   <translation>Wartende Einträge…</translation>
  </message>
 </context>
 <context>
  <name>SheetDialog</name>
  <message>
   <source>&amp;Next experiments</source>
   <translation>&amp;Nächste Versuche</translation>
  </message>
  <message>
   <source>&amp;Save as PDF…</source>
   <translation>Als PDF &amp;speichern…</translation>
  </message>
  <message>
   <source>First the runs in progress ({count}), then the next experiments.</source>
   <translation>Zuerst die laufenden Versuche ({count}), dann die nächsten.</translation>
  </message>
  <message>
   <source>Print run sheet</source>
   <translation>Versuchsblatt drucken</translation>
  </message>
  <message>
   <source>Printing starts and records nothing.</source>
   <translation>Das Drucken beginnt keinen Versuch und trägt nichts ein.</translation>
  </message>
  <message>
   <source>Working out what to print…</source>
   <translation>Es wird berechnet, was zu drucken ist…</translation>
  </message>
  <message>
   <source>run sheet</source>
   <translation>Versuchsblatt</translation>
  </message>
 </context>
 <context>
  <name>SkipDialog</name>
  <message>
   <source>&amp;Remark</source>
   <translation>&amp;Bemerkung</translation>
  </message>
  <message>
   <source>&amp;Skip it</source>
   <translation>Über&amp;springen</translation>
  </message>
  <message>
   <source>&amp;Unsafe</source>
   <translation>&amp;Gefährlich</translation>
  </message>
  <message>
   <source>It goes out of stock: not suggested and not chosen until somebody puts it back.</source>
   <translation>Wird als nicht verfügbar geführt: weder vorgeschlagen noch gewählt, bis jemand das zurücknimmt.</translation>
  </message>
  <message>
   <source>It is suggested again after the next run.</source>
   <translation>Wird nach dem nächsten Versuch wieder vorgeschlagen.</translation>
  </message>
  <message>
   <source>Not a&amp;vailable</source>
   <translation>Nicht &amp;verfügbar</translation>
  </message>
  <message>
   <source>Not no&amp;w</source>
   <translation>&amp;Jetzt nicht</translation>
  </message>
  <message>
   <source>Skip {candidate}</source>
   <translation>{candidate} überspringen</translation>
  </message>
  <message>
   <source>Why is {candidate} not run?</source>
   <translation>Warum wird {candidate} nicht ausgeführt?</translation>
  </message>
  <message>
   <source>not required</source>
   <translation>nicht verlangt</translation>
  </message>
 </context>
 <context>
  <name>SlicesCard</name>
  <message>
   <source>; the trend is at {trend}</source>
   <translation>; der Trend liegt bei {trend}</translation>
  </message>
  <message>
   <source>Attribute</source>
   <translation>Merkmal</translation>
  </message>
  <message>
   <source>Between candidates: expected success {estimate} ({range})</source>
   <translation>Zwischen Kandidaten: Erfolgsaussicht {estimate} ({range})</translation>
  </message>
  <message>
   <source>Each small picture moves one attribute and holds the others. Drag its line, or use the left and right arrow keys: all pictures follow. When you let go, the line goes to the nearest candidate; with Shift it stays where it is. The curve is the trend, the band the range in which the success probably lies; where the curve is dashed, no candidate of the list goes. A candidate that was run may stand off the curve: the filled dot is its own estimate.</source>
   <translation>Jedes kleine Bild bewegt ein Merkmal und hält die anderen fest. Ziehen Sie seine Linie, oder nehmen Sie die Pfeiltasten links und rechts: Alle Bilder folgen. Lassen Sie los, geht die Linie zum nächstgelegenen Kandidaten; mit Umschalt bleibt sie, wo sie ist. Die Kurve ist der Trend, das Band der Bereich, in dem der Erfolg vermutlich liegt; wo die Kurve gestrichelt ist, reicht kein Kandidat der Liste hin. Ein Kandidat, der versucht wurde, kann neben der Kurve stehen: Der volle Punkt ist seine eigene Schätzung.</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>No attribute differs between the candidates.</source>
   <translation>Kein Merkmal unterscheidet sich zwischen den Kandidaten.</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>Anmerkung</translation>
  </message>
  <message>
   <source>Value</source>
   <translation>Wert</translation>
  </message>
  <message>
   <source>What if one attribute were changed?</source>
   <translation>Was wäre, wenn ein Merkmal anders wäre?</translation>
  </message>
  <message>
   <source>beyond the candidates</source>
   <translation>jenseits der Kandidaten</translation>
  </message>
  <message>
   <source>{code}: expected success {estimate} ({range})</source>
   <translation>{code}: Erfolgsaussicht {estimate} ({range})</translation>
  </message>
  <message>
   <source>{level} range</source>
   <translation>{level}-Bereich</translation>
  </message>
  <message>
   <source>{value}: expected success {estimate}</source>
   <translation>{value}: Erfolgsaussicht {estimate}</translation>
  </message>
 </context>
 <context>
  <name>SourcePanel</name>
  <message>
   <source>&amp;File</source>
   <translation>&amp;Datei</translation>
  </message>
  <message>
   <source>&amp;Keep {name}</source>
   <translation>{name} &amp;behalten</translation>
  </message>
  <message>
   <source>A CSV or Excel file with one row for each candidate that could be run, and headings above them.</source>
   <translation>Eine CSV- oder Excel-Datei mit einer Zeile für jeden möglichen Kandidaten und Überschriften darüber.</translation>
  </message>
  <message>
   <source>B&amp;rowse…</source>
   <translation>D&amp;urchsuchen…</translation>
  </message>
  <message>
   <source>Drop a table</source>
   <translation>Tabelle hierher ziehen</translation>
  </message>
  <message>
   <source>Exa&amp;mple table</source>
   <translation>Beis&amp;pieltabelle</translation>
  </message>
  <message>
   <source>File with the candidates</source>
   <translation>Datei mit den Kandidaten</translation>
  </message>
  <message>
   <source>From le&amp;vels…</source>
   <translation>&amp;Aus Stufen…</translation>
  </message>
  <message>
   <source>Pas&amp;te table</source>
   <translation>&amp;Tabelle einfügen</translation>
  </message>
  <message>
   <source>Table of candidates</source>
   <translation>Tabelle der Kandidaten</translation>
  </message>
  <message>
   <source>Tables (*.csv *.tsv *.txt *.xlsx *.xlsm);;All files (*)</source>
   <translation>Tabellen (*.csv *.tsv *.txt *.xlsx *.xlsm);;Alle Dateien (*)</translation>
  </message>
  <message>
   <source>The combined levels</source>
   <translation>Die kombinierten Stufen</translation>
  </message>
  <message>
   <source>The pasted table</source>
   <translation>Die eingefügte Tabelle</translation>
  </message>
  <message>
   <source>Type the path of a file, then Enter</source>
   <translation>Pfad einer Datei eingeben, dann Eingabe</translation>
  </message>
 </context>
 <context>
  <name>Status</name>
  <message>
   <source>, 1 entry since</source>
   <translation>, seitdem 1 Eintrag</translation>
  </message>
  <message>
   <source>, {count} entries since</source>
   <translation>, seitdem {count} Einträge</translation>
  </message>
  <message>
   <source>All entries saved {time}</source>
   <translation>Alle Einträge gespeichert {time}</translation>
  </message>
  <message>
   <source>Backup {time}</source>
   <translation>Sicherung {time}</translation>
  </message>
  <message>
   <source>Model up to date</source>
   <translation>Modell aktuell</translation>
  </message>
  <message>
   <source>Model: 1 entry behind</source>
   <translation>Modell: 1 Eintrag zurück</translation>
  </message>
  <message>
   <source>Model: being worked out</source>
   <translation>Modell: wird berechnet</translation>
  </message>
  <message>
   <source>Model: {count} entries behind</source>
   <translation>Modell: {count} Einträge zurück</translation>
  </message>
  <message>
   <source>No backup yet</source>
   <translation>Noch keine Sicherung</translation>
  </message>
  <message>
   <source>No entries yet</source>
   <translation>Noch keine Einträge</translation>
  </message>
  <message>
   <source>Operator: {name}  (Ctrl+Shift+O)</source>
   <translation>Bediener:in: {name}  (Strg+Umschalt+O)</translation>
  </message>
  <message>
   <source>Saving…</source>
   <translation>Wird gespeichert…</translation>
  </message>
  <message>
   <source>⚠ No backup</source>
   <translation>⚠ Keine Sicherung</translation>
  </message>
  <message>
   <source>⚠ Not yet on the server: {count}</source>
   <translation>⚠ Noch nicht auf dem Server: {count}</translation>
  </message>
  <message>
   <source>⚠ Operator: nobody  (Ctrl+Shift+O)</source>
   <translation>⚠ Bediener:in: niemand  (Strg+Umschalt+O)</translation>
  </message>
  <message>
   <source>✕ Run {run} is not saved</source>
   <translation>✕ Versuch {run} ist nicht gespeichert</translation>
  </message>
 </context>
 <context>
  <name>Steps</name>
  <message>
   <source>&amp;New study…</source>
   <translation>&amp;Neue Studie…</translation>
  </message>
  <message>
   <source>&amp;Open…</source>
   <translation>Ö&amp;ffnen…</translation>
  </message>
  <message>
   <source>&amp;Try the sample study</source>
   <translation>&amp;Beispielstudie ausprobieren</translation>
  </message>
  <message>
   <source>1. Bring your table</source>
   <translation>1. Bringen Sie Ihre Tabelle mit</translation>
  </message>
  <message>
   <source>2. Run what it suggests</source>
   <translation>2. Führen Sie aus, was vorgeschlagen wird</translation>
  </message>
  <message>
   <source>3. Stop when little is at stake</source>
   <translation>3. Hören Sie auf, wenn wenig auf dem Spiel steht</translation>
  </message>
  <message>
   <source>Find the best of many experiments in few runs</source>
   <translation>Finden Sie den besten von vielen Versuchen mit wenigen Läufen</translation>
  </message>
  <message>
   <source>It says what choosing now could lose.</source>
   <translation>Es sagt, was eine Wahl jetzt kosten könnte.</translation>
  </message>
  <message>
   <source>One row for each possible experiment.</source>
   <translation>Eine Zeile für jeden möglichen Versuch.</translation>
  </message>
  <message>
   <source>Say success or failure; it learns.</source>
   <translation>Erfolg oder Fehlschlag eintragen; es lernt.</translation>
  </message>
 </context>
 <context>
  <name>StoppingRuleDialog</name>
  <message>
   <source>A rule only says when you can stop; nothing stops by itself. The change is an entry with its reason.</source>
   <translation>Eine Regel sagt nur, wann Sie aufhören können; nichts hört von selbst auf. Die Änderung ist ein Eintrag mit ihrem Grund.</translation>
  </message>
  <message>
   <source>Agreed with those who need the result</source>
   <translation>Mit denen vereinbart, die das Ergebnis brauchen</translation>
  </message>
  <message>
   <source>Change the rule</source>
   <translation>Regel ändern</translation>
  </message>
  <message>
   <source>Change the stopping rule</source>
   <translation>Stoppregel ändern</translation>
  </message>
  <message>
   <source>Little is lost by choosing the best now</source>
   <translation>Wer den aktuell Besten wählt, verliert wenig</translation>
  </message>
  <message>
   <source>The best now is near the true best</source>
   <translation>Der aktuell Beste liegt nahe am wahren Besten</translation>
  </message>
  <message>
   <source>The plan has changed</source>
   <translation>Der Plan hat sich geändert</translation>
  </message>
  <message>
   <source>The planned runs are spent</source>
   <translation>Die geplanten Versuche sind verbraucht</translation>
  </message>
  <message>
   <source>The present rule</source>
   <translation>Die jetzige Regel</translation>
  </message>
  <message>
   <source>When can this study stop?</source>
   <translation>Wann kann diese Studie aufhören?</translation>
  </message>
 </context>
 <context>
  <name>StudyController</name>
  <message>
   <source>An earlier state is shown: go back to now before you enter anything.</source>
   <translation>Es wird ein früherer Stand gezeigt: kehren Sie zum heutigen zurück, bevor Sie etwas eintragen.</translation>
  </message>
  <message>
   <source>It is not certain that this was recorded: look at the last entries.</source>
   <translation>Es ist nicht sicher, dass dies eingetragen wurde: Sehen Sie die letzten Einträge an.</translation>
  </message>
 </context>
 <context>
  <name>StudyFiles</name>
  <message>
   <source>&amp;Add candidates…</source>
   <translation>&amp;Kandidaten hinzufügen…</translation>
  </message>
  <message>
   <source>&amp;Duplicate setup…</source>
   <translation>Einric&amp;htung duplizieren…</translation>
  </message>
  <message>
   <source>&amp;Export…</source>
   <translation>&amp;Exportieren…</translation>
  </message>
  <message>
   <source>&amp;Finish study…</source>
   <translation>Studie &amp;abschließen…</translation>
  </message>
  <message>
   <source>&amp;Home</source>
   <translation>&amp;Startseite</translation>
  </message>
  <message>
   <source>&amp;New…</source>
   <translation>&amp;Neu…</translation>
  </message>
  <message>
   <source>&amp;Open…</source>
   <translation>Ö&amp;ffnen…</translation>
  </message>
  <message>
   <source>&amp;Properties…</source>
   <translation>Ei&amp;genschaften…</translation>
  </message>
  <message>
   <source>&amp;Quit</source>
   <translation>Been&amp;den</translation>
  </message>
  <message>
   <source>&amp;Rehearse this study…</source>
   <translation>Studie &amp;durchspielen…</translation>
  </message>
  <message>
   <source>&amp;Settings…</source>
   <translation>E&amp;instellungen…</translation>
  </message>
  <message>
   <source>&amp;Verify a study file…</source>
   <translation>Eine Studiendatei &amp;prüfen…</translation>
  </message>
  <message>
   <source>Add candidates</source>
   <translation>Kandidaten hinzufügen</translation>
  </message>
  <message>
   <source>Blind entry</source>
   <translation>Blinde Eingabe</translation>
  </message>
  <message>
   <source>C&amp;hange the plan…</source>
   <translation>&amp;Versuchsplan ändern…</translation>
  </message>
  <message>
   <source>Change &amp;blind entry…</source>
   <translation>&amp;Blinde Eingabe ändern…</translation>
  </message>
  <message>
   <source>Change the &amp;threshold…</source>
   <translation>&amp;Schwelle ändern…</translation>
  </message>
  <message>
   <source>Change the plan</source>
   <translation>Plan ändern</translation>
  </message>
  <message>
   <source>Change the threshold</source>
   <translation>Schwelle ändern</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Fewer runs are possible</source>
   <translation>Es sind weniger Versuche möglich</translation>
  </message>
  <message>
   <source>It hindered the work</source>
   <translation>Es hat die Arbeit behindert</translation>
  </message>
  <message>
   <source>It was typed wrong</source>
   <translation>Sie war falsch eingegeben</translation>
  </message>
  <message>
   <source>Less is enough</source>
   <translation>Weniger genügt</translation>
  </message>
  <message>
   <source>Mode&amp;l…</source>
   <translation>Mode&amp;ll…</translation>
  </message>
  <message>
   <source>More is asked for</source>
   <translation>Mehr ist verlangt</translation>
  </message>
  <message>
   <source>More runs are possible</source>
   <translation>Weitere Versuche sind möglich</translation>
  </message>
  <message>
   <source>Open from a ser&amp;ver…</source>
   <translation>V&amp;on einem Server öffnen…</translation>
  </message>
  <message>
   <source>Outcomes are judged by eye</source>
   <translation>Ergebnisse werden nach Augenschein beurteilt</translation>
  </message>
  <message>
   <source>Outcomes are measured, not judged</source>
   <translation>Ergebnisse werden gemessen, nicht beurteilt</translation>
  </message>
  <message>
   <source>Planned runs:</source>
   <translation>Geplante Versuche:</translation>
  </message>
  <message>
   <source>Reo&amp;pen study…</source>
   <translation>Studie &amp;wieder öffnen…</translation>
  </message>
  <message>
   <source>Second place for &amp;backups…</source>
   <translation>Zweiter Ort für Sicherun&amp;gen…</translation>
  </message>
  <message>
   <source>Studies and archives (*.kgstudy *.zip)</source>
   <translation>Studien und Archive (*.kgstudy *.zip)</translation>
  </message>
  <message>
   <source>Success from:</source>
   <translation>Erfolg ab:</translation>
  </message>
  <message>
   <source>Success up to:</source>
   <translation>Erfolg bis:</translation>
  </message>
  <message>
   <source>The protocol asks for it</source>
   <translation>Das Protokoll verlangt es</translation>
  </message>
  <message>
   <source>Verify a study file</source>
   <translation>Eine Studiendatei prüfen</translation>
  </message>
  <message>
   <source>Why are earlier outcomes and the expected success shown again?</source>
   <translation>Warum werden frühere Ergebnisse und die Erfolgsaussicht wieder gezeigt?</translation>
  </message>
  <message>
   <source>Why are earlier outcomes hidden on Bench, and the expected success on the card?</source>
   <translation>Warum werden frühere Ergebnisse im Labor verborgen und die Erfolgsaussicht auf der Karte?</translation>
  </message>
  <message>
   <source>Why is the number of planned runs changed from {old} to {new}?</source>
   <translation>Warum wird die Zahl der geplanten Versuche von {old} auf {new} geändert?</translation>
  </message>
  <message>
   <source>Why is the threshold {new} instead of {old}?</source>
   <translation>Warum ist die Schwelle {new} statt {old}?</translation>
  </message>
  <message>
   <source>{name} is being verified…</source>
   <translation>{name} wird geprüft…</translation>
  </message>
 </context>
 <context>
  <name>StudyList</name>
  <message>
   <source>Best so far</source>
   <translation>Bisher bester</translation>
  </message>
  <message>
   <source>By</source>
   <translation>Von</translation>
  </message>
  <message>
   <source>Finished</source>
   <translation>Beendet</translation>
  </message>
  <message>
   <source>Last entry</source>
   <translation>Letzter Eintrag</translation>
  </message>
  <message>
   <source>Last read {time}</source>
   <translation>Zuletzt gelesen {time}</translation>
  </message>
  <message>
   <source>Locate {study}</source>
   <translation>{study} suchen</translation>
  </message>
  <message>
   <source>Locate…</source>
   <translation>Suchen…</translation>
  </message>
  <message>
   <source>No project</source>
   <translation>Kein Projekt</translation>
  </message>
  <message>
   <source>Open</source>
   <translation>Offen</translation>
  </message>
  <message>
   <source>Runs</source>
   <translation>Versuche</translation>
  </message>
  <message>
   <source>State</source>
   <translation>Stand</translation>
  </message>
  <message>
   <source>Studies</source>
   <translation>Studien</translation>
  </message>
  <message>
   <source>Study</source>
   <translation>Studie</translation>
  </message>
  <message>
   <source>You can stop</source>
   <translation>Sie können aufhören</translation>
  </message>
  <message>
   <source>cannot be read</source>
   <translation>nicht lesbar</translation>
  </message>
  <message>
   <source>no study yet</source>
   <translation>noch keine Studie</translation>
  </message>
  <message>
   <source>none chosen</source>
   <translation>keiner gewählt</translation>
  </message>
  <message>
   <source>not found</source>
   <translation>nicht gefunden</translation>
  </message>
  <message>
   <source>server away</source>
   <translation>Server nicht erreichbar</translation>
  </message>
  <message>
   <source>{done} of {budget}</source>
   <translation>{done} von {budget}</translation>
  </message>
  <message>
   <source>⚠ behind</source>
   <translation>⚠ zurück</translation>
  </message>
  <message>
   <source>⚠ forked</source>
   <translation>⚠ gegabelt</translation>
  </message>
 </context>
 <context>
  <name>StudyOpening</name>
  <message>
   <source>Opening {name}…</source>
   <translation>{name} wird geöffnet…</translation>
  </message>
 </context>
 <context>
  <name>StudyRecovery</name>
  <message>
   <source>&amp;Restore from backup</source>
   <translation>Aus Sicherung &amp;wiederherstellen</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Restoring keeps the damaged file under another name and takes the newest whole backup.</source>
   <translation>Beim Wiederherstellen bleibt die beschädigte Datei unter einem anderen Namen erhalten, und die neueste unversehrte Sicherung wird genommen.</translation>
  </message>
 </context>
 <context>
  <name>SuggestedRuns</name>
  <message>
   <source>&amp;Repeats allowed</source>
   <translation>Wieder&amp;holungen erlaubt</translation>
  </message>
  <message>
   <source>Each one allows for the outcomes of those above it. Started runs are listed under Runs in progress; record their outcomes in any order.</source>
   <translation>Jeder berücksichtigt die Ergebnisse derer über ihm. Begonnene Versuche stehen unter Laufende Versuche; tragen Sie ihre Ergebnisse in beliebiger Reihenfolge ein.</translation>
  </message>
  <message>
   <source>These candidates fill the wells in this order; nothing is worked out.</source>
   <translation>Diese Kandidaten füllen die Wells in dieser Reihenfolge; berechnet wird nichts.</translation>
  </message>
  <message>
   <source>Working out which {count} belong together…</source>
   <translation>Es wird berechnet, welche {count} zusammengehören…</translation>
  </message>
  <message>
   <source>Working out which {count} belong together… {share} % done</source>
   <translation>Es wird berechnet, welche {count} zusammengehören … {share} % fertig</translation>
  </message>
  <message>
   <source>all; or, for instance: {condition}</source>
   <translation>alle; oder zum Beispiel: {condition}</translation>
  </message>
 </context>
 <context>
  <name>Table</name>
  <message>
   <source>&amp;Copy with headings</source>
   <translation>Mit Überschriften &amp;kopieren</translation>
  </message>
  <message>
   <source>&amp;Original order</source>
   <translation>&amp;Ursprüngliche Reihenfolge</translation>
  </message>
  <message>
   <source>Sort &amp;falling by “{name}”</source>
   <translation>&amp;Fallend nach „{name}“ sortieren</translation>
  </message>
  <message>
   <source>Sort &amp;rising by “{name}”</source>
   <translation>&amp;Steigend nach „{name}“ sortieren</translation>
  </message>
 </context>
 <context>
  <name>TablePage</name>
  <message>
   <source>&amp;Show them</source>
   <translation>An&amp;zeigen</translation>
  </message>
  <message>
   <source>1 attribute</source>
   <translation>1 Merkmal</translation>
  </message>
  <message>
   <source>1 remark.</source>
   <translation>1 Bemerkung.</translation>
  </message>
  <message>
   <source>No column is left to learn from: use at least one as an attribute</source>
   <translation>Keine Spalte bleibt zum Lernen: verwenden Sie mindestens eine als Merkmal</translation>
  </message>
  <message>
   <source>Other fi&amp;le…</source>
   <translation>Andere Da&amp;tei…</translation>
  </message>
  <message>
   <source>Re&amp;ad again</source>
   <translation>&amp;Neu lesen</translation>
  </message>
  <message>
   <source>{count} attributes</source>
   <translation>{count} Merkmale</translation>
  </message>
  <message>
   <source>{count} candidates</source>
   <translation>{count} Kandidaten</translation>
  </message>
  <message>
   <source>{count} outcomes so far</source>
   <translation>{count} bisherige Ergebnisse</translation>
  </message>
  <message>
   <source>{count} remarks.</source>
   <translation>{count} Bemerkungen.</translation>
  </message>
  <message>
   <source>{count} rows</source>
   <translation>{count} Zeilen</translation>
  </message>
  <message>
   <source>{left} of {rows} rows are left out.</source>
   <translation>{left} von {rows} Zeilen werden weggelassen.</translation>
  </message>
 </context>
 <context>
  <name>TemplateCombo</name>
  <message>
   <source>Template of the file</source>
   <translation>Vorlage der Datei</translation>
  </message>
  <message>
   <source>as usual</source>
   <translation>wie üblich</translation>
  </message>
  <message>
   <source>by a template…</source>
   <translation>nach einer Vorlage …</translation>
  </message>
  <message>
   <source>pick list of a liquid handler</source>
   <translation>Pipettierliste für einen Roboter</translation>
  </message>
 </context>
 <context>
  <name>TimelineTab</name>
  <message>
   <source>&amp;Correct…</source>
   <translation>&amp;Korrigieren…</translation>
  </message>
  <message>
   <source>About the study:</source>
   <translation>Zur Studie:</translation>
  </message>
  <message>
   <source>All entries</source>
   <translation>Alle Einträge</translation>
  </message>
  <message>
   <source>At stake</source>
   <translation>Auf dem Spiel</translation>
  </message>
  <message>
   <source>Best</source>
   <translation>Bester</translation>
  </message>
  <message>
   <source>Best after it: being worked out</source>
   <translation>Danach der beste: wird berechnet</translation>
  </message>
  <message>
   <source>Best after it: {code}, since run {run}.</source>
   <translation>Danach bester: {code}, seit Versuch {run}.</translation>
  </message>
  <message>
   <source>Best after it: {code}, {estimate} ({range})</source>
   <translation>Bester danach: {code}, {estimate} ({range})</translation>
  </message>
  <message>
   <source>Done {time}, as stated.</source>
   <translation>Durchgeführt {time}, laut Angabe.</translation>
  </message>
  <message>
   <source>Drawn over the runs</source>
   <translation>Über den Versuchen gezeichnet</translation>
  </message>
  <message>
   <source>Find in the timeline</source>
   <translation>Im Verlauf suchen</translation>
  </message>
  <message>
   <source>Look back</source>
   <translation>Zurückblicken</translation>
  </message>
  <message>
   <source>Look back to run {run}</source>
   <translation>Zurück zu Versuch {run}</translation>
  </message>
  <message>
   <source>Note by {operator}, {time}: {text}</source>
   <translation>Notiz von {operator}, {time}: {text}</translation>
  </message>
  <message>
   <source>Predicted before: {chance}.</source>
   <translation>Zuvor vorhergesagt: {chance}.</translation>
  </message>
  <message>
   <source>Recorded {time} by {operator}.</source>
   <translation>Eingetragen {time} von {operator}.</translation>
  </message>
  <message>
   <source>Run {run}: {code}, {outcome}.</source>
   <translation>Versuch {run}: {code}, {outcome}.</translation>
  </message>
  <message>
   <source>Runs</source>
   <translation>Versuche</translation>
  </message>
  <message>
   <source>Shown below</source>
   <translation>Darunter gezeigt</translation>
  </message>
  <message>
   <source>Timeline</source>
   <translation>Verlauf</translation>
  </message>
  <message>
   <source>Value of testing</source>
   <translation>Wert eines Versuchs</translation>
  </message>
 </context>
 <context>
  <name>TimelineTable</name>
  <message>
   <source>At stake,
points</source>
   <translation>Auf dem
Spiel, Punkte</translation>
  </message>
  <message>
   <source>Best after it</source>
   <translation>Danach bester</translation>
  </message>
  <message>
   <source>By</source>
   <translation>Von</translation>
  </message>
  <message>
   <source>Expected</source>
   <translation>Aussicht</translation>
  </message>
  <message>
   <source>Expected success of the best after the run</source>
   <translation>Erfolgsaussicht des besten nach dem Versuch</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>Anmerkung</translation>
  </message>
  <message>
   <source>Of many runs not each has its best here: select this one to read it.</source>
   <translation>Von vielen Versuchen hat hier nicht jeder seinen besten: Wählen Sie diesen aus, um ihn zu lesen.</translation>
  </message>
  <message>
   <source>Outcome</source>
   <translation>Ergebnis</translation>
  </message>
  <message>
   <source>Recorded after the state that you are looking at.</source>
   <translation>Nach dem Stand eingetragen, den Sie gerade sehen.</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Versuch</translation>
  </message>
  <message>
   <source>Suggested</source>
   <translation>Vorschlag</translation>
  </message>
  <message>
   <source>Tested</source>
   <translation>Geprüft</translation>
  </message>
  <message>
   <source>Time of the run, as stated; entered {time}.</source>
   <translation>Zeit des Versuchs laut Angabe; eingetragen {time}.</translation>
  </message>
  <message>
   <source>What choosing the best after the run would have lost on average</source>
   <translation>Was die Wahl des besten nach dem Versuch im Mittel gekostet hätte</translation>
  </message>
  <message>
   <source>When</source>
   <translation>Wann</translation>
  </message>
  <message>
   <source>imported</source>
   <translation>importiert</translation>
  </message>
  <message>
   <source>in progress</source>
   <translation>läuft</translation>
  </message>
  <message>
   <source>{outcome} (was {before})</source>
   <translation>{outcome} (war {before})</translation>
  </message>
 </context>
 <context>
  <name>ValueCard</name>
  <message>
   <source>; at most {points} points could still be gained in all</source>
   <translation>; höchstens {points} Punkte wären insgesamt noch zu gewinnen</translation>
  </message>
  <message>
   <source>; {code}, which is next, {points}</source>
   <translation>; {code}, der nächste, {points}</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Each mark is a candidate: to the right its expected success, upwards by how many percentage points one run of it is expected to improve the candidate that is chosen in the end. The square is the next experiment, the ring the best so far. Values too small to tell from nothing lie on the line of 0. While runs are in progress, the values are averaged over their outcomes.</source>
   <translation>Jedes Zeichen ist ein Kandidat: nach rechts seine Erfolgsaussicht, nach oben, um wie viele Prozentpunkte ein Versuch mit ihm den am Ende gewählten Kandidaten voraussichtlich verbessert. Das Quadrat ist der nächste Versuch, der Ring der bisher beste. Werte, die von nichts nicht zu unterscheiden sind, liegen auf der Linie der 0. Solange Versuche laufen, sind die Werte über deren Ergebnisse gemittelt.</translation>
  </message>
  <message>
   <source>Expected success</source>
   <translation>Erfolgsaussicht</translation>
  </message>
  <message>
   <source>Expected success {chance}</source>
   <translation>Erfolgsaussicht {chance}</translation>
  </message>
  <message>
   <source>Mark</source>
   <translation>Kennzeichen</translation>
  </message>
  <message>
   <source>No candidate can be tested now.</source>
   <translation>Kein Kandidat kann jetzt geprüft werden.</translation>
  </message>
  <message>
   <source>No single run is expected to improve the choice</source>
   <translation>Kein einzelner Versuch verbessert die Wahl voraussichtlich</translation>
  </message>
  <message>
   <source>Value of testing (percentage points)</source>
   <translation>Wert eines Versuchs (Prozentpunkte)</translation>
  </message>
  <message>
   <source>Value of testing (percentage points), by expected success</source>
   <translation>Wert eines Versuchs (Prozentpunkte), nach Erfolgsaussicht</translation>
  </message>
  <message>
   <source>best</source>
   <translation>bester</translation>
  </message>
  <message>
   <source>best: {code}</source>
   <translation>bester: {code}</translation>
  </message>
  <message>
   <source>in one run: {value}</source>
   <translation>in einem Versuch: {value}</translation>
  </message>
  <message>
   <source>next</source>
   <translation>nächster</translation>
  </message>
  <message>
   <source>next and best</source>
   <translation>nächster und bester</translation>
  </message>
  <message>
   <source>next and best: {code}</source>
   <translation>nächster und bester: {code}</translation>
  </message>
  <message>
   <source>next: {code}</source>
   <translation>nächster: {code}</translation>
  </message>
  <message>
   <source>not computed</source>
   <translation>nicht berechnet</translation>
  </message>
  <message>
   <source>value of testing 0 points (too small to tell from nothing)</source>
   <translation>Wert eines Versuchs 0 Punkte (nicht von null zu unterscheiden)</translation>
  </message>
  <message>
   <source>value of testing {value} points</source>
   <translation>Wert eines Versuchs {value} Punkte</translation>
  </message>
  <message>
   <source>{code} gains most</source>
   <translation>{code} bringt am meisten</translation>
  </message>
 </context>
 <context>
  <name>ValueLine</name>
  <message>
   <source>An outcome without a value is recorded by F8 or F9.</source>
   <translation>Ein Ergebnis ohne Wert wird mit F8 oder F9 eingetragen.</translation>
  </message>
  <message>
   <source>May lie on either side of the threshold: counts as neither.</source>
   <translation>Kann auf beiden Seiten der Schwelle liegen: zählt als keines von beiden.</translation>
  </message>
  <message>
   <source>{name}: a number, or &lt;5</source>
   <translation>{name}: eine Zahl, oder &lt;5</translation>
  </message>
  <message>
   <source>{success} from {limit}</source>
   <translation>{success} ab {limit}</translation>
  </message>
  <message>
   <source>{success} up to {limit}</source>
   <translation>{success} bis {limit}</translation>
  </message>
 </context>
 <context>
  <name>WaitingEntriesDialog</name>
  <message>
   <source>&amp;Export…</source>
   <translation>&amp;Exportieren…</translation>
  </message>
  <message>
   <source>&amp;Send</source>
   <translation>&amp;Senden</translation>
  </message>
  <message>
   <source>All that waits for {address} is set aside: it is kept, and never sent. Why does it not count?</source>
   <translation>Alles, was auf {address} wartet, wird beiseitegelegt: es bleibt aufbewahrt und wird nie gesendet. Warum zählt es nicht?</translation>
  </message>
  <message>
   <source>Being sent…</source>
   <translation>Wird gesendet…</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Damaged and kept: {path}. Readable in it: {count}</source>
   <translation>Beschädigt und aufbewahrt: {path}. Lesbar darin: {count}</translation>
  </message>
  <message>
   <source>Entered again</source>
   <translation>Noch einmal eingetragen</translation>
  </message>
  <message>
   <source>Entered by mistake</source>
   <translation>Versehentlich eingetragen</translation>
  </message>
  <message>
   <source>Entries (*.json)</source>
   <translation>Einträge (*.json)</translation>
  </message>
  <message>
   <source>Entries and files that cannot be read are set aside, and kept. Compare them with your notes first. What became of them?</source>
   <translation>Nicht lesbare Einträge und Dateien werden beiseitegelegt und aufbewahrt. Vergleichen Sie vorher mit Ihren Aufzeichnungen. Was wurde aus ihnen?</translation>
  </message>
  <message>
   <source>Entries that wait on this computer</source>
   <translation>Einträge, die auf diesem Computer warten</translation>
  </message>
  <message>
   <source>Export</source>
   <translation>Exportieren</translation>
  </message>
  <message>
   <source>Nothing waits on this computer.</source>
   <translation>Auf diesem Computer wartet nichts.</translation>
  </message>
  <message>
   <source>Of an unknown study</source>
   <translation>Von einer unbekannten Studie</translation>
  </message>
  <message>
   <source>Outcomes and notes wait here while their server is away, and are sent by themselves when their study is open and the server answers.</source>
   <translation>Ergebnisse und Notizen warten hier, solange ihr Server nicht erreichbar ist, und werden von selbst gesendet, wenn ihre Studie offen ist und der Server antwortet.</translation>
  </message>
  <message>
   <source>Send to &amp;this study</source>
   <translation>An &amp;diese Studie senden</translation>
  </message>
  <message>
   <source>Set &amp;aside…</source>
   <translation>&amp;Beiseitelegen…</translation>
  </message>
  <message>
   <source>Set aside</source>
   <translation>Beiseitelegen</translation>
  </message>
  <message>
   <source>Set aside, with the reason.</source>
   <translation>Beiseitegelegt, mit dem Grund.</translation>
  </message>
  <message>
   <source>Waiting entries</source>
   <translation>Wartende Einträge</translation>
  </message>
  <message>
   <source>{address}: an entry that cannot be read any more</source>
   <translation>{address}: ein Eintrag, der nicht mehr zu lesen ist</translation>
  </message>
  <message>
   <source>{address}: sent {sent}, left {left}.</source>
   <translation>{address}: gesendet {sent}, übrig {left}.</translation>
  </message>
  <message>
   <source>{what}: entered {time} by {operator}, waits for {address}</source>
   <translation>{what}: eingetragen {time} von {operator}, wartet auf {address}</translation>
  </message>
 </context>
 <context>
  <name>WordMeanings</name>
  <message>
   <source>choose…</source>
   <translation>wählen…</translation>
  </message>
  <message>
   <source>“{word}” means</source>
   <translation>„{word}“ bedeutet</translation>
  </message>
 </context>
 <context>
  <name>Wording</name>
  <message>
   <source>All values of testing: {given}.</source>
   <translation>Alle Werte eines Versuchs: {given}.</translation>
  </message>
  <message>
   <source>These ranges are too narrow: see Decide.</source>
   <translation>Diese Bereiche sind zu schmal: siehe Entscheiden.</translation>
  </message>
  <message>
   <source>Undecided</source>
   <translation>Unklar</translation>
  </message>
  <message>
   <source>Void</source>
   <translation>Ungültig</translation>
  </message>
  <message>
   <source>Was {outcome} for {code} until {time}; changed by {operator}: “{reason}”.</source>
   <translation>War {outcome} für {code} bis {time}; geändert von {operator}: „{reason}“.</translation>
  </message>
  <message>
   <source>correlated model</source>
   <translation>korreliertes Modell</translation>
  </message>
  <message>
   <source>model of the paper</source>
   <translation>Modell der Veröffentlichung</translation>
  </message>
  <message>
   <source>none</source>
   <translation>keiner</translation>
  </message>
  <message>
   <source>recommended model</source>
   <translation>empfohlenes Modell</translation>
  </message>
  <message>
   <source>restored</source>
   <translation>wiederhergestellt</translation>
  </message>
  <message>
   <source>undone</source>
   <translation>zurückgenommen</translation>
  </message>
  <message>
   <source>{level} range {range}</source>
   <translation>{level}-Bereich {range}</translation>
  </message>
  <message>
   <source>{setting} changed from {old} to {new} by {operator}, {time}: {reason}</source>
   <translation>{setting} geändert von {old} zu {new} durch {operator}, {time}: {reason}</translation>
  </message>
  <message>
   <source>“{column}”</source>
   <translation>„{column}“</translation>
  </message>
 </context>
 <context>
  <name>Worklist</name>
  <message>
   <source>{sign} {name}, must fail</source>
   <translation>{sign} {name}, muss fehlschlagen</translation>
  </message>
  <message>
   <source>{sign} {name}, must succeed</source>
   <translation>{sign} {name}, muss gelingen</translation>
  </message>
 </context>
 <context>
  <name>WorklistAgainDialog</name>
  <message>
   <source>&amp;Save…</source>
   <translation>&amp;Speichern…</translation>
  </message>
  <message>
   <source>&amp;Worklist</source>
   <translation>&amp;Arbeitsliste</translation>
  </message>
  <message>
   <source>The same wells and the same run tokens as at first; no run is started, nothing is recorded.</source>
   <translation>Dieselben Wells und dieselben Kennzeichen wie beim ersten Mal; kein Versuch wird gestartet, nichts eingetragen.</translation>
  </message>
  <message>
   <source>Worklists (*.csv *.xlsx)</source>
   <translation>Arbeitslisten (*.csv *.xlsx)</translation>
  </message>
  <message>
   <source>Write a worklist once more</source>
   <translation>Arbeitsliste noch einmal schreiben</translation>
  </message>
  <message>
   <source>{id}: {name}, runs in progress: {count}</source>
   <translation>{id}: {name}, laufende Versuche: {count}</translation>
  </message>
 </context>
 <context>
  <name>WorklistDialog</name>
  <message>
   <source>&amp;Among the candidates with</source>
   <translation>Unt&amp;er den Kandidaten mit</translation>
  </message>
  <message>
   <source>&amp;File</source>
   <translation>&amp;Datei</translation>
  </message>
  <message>
   <source>&amp;Start {count} runs and save the file</source>
   <translation>{count} Versuche &amp;starten und Datei speichern</translation>
  </message>
  <message>
   <source>Candidate</source>
   <translation>Kandidat</translation>
  </message>
  <message>
   <source>Candidates chosen by a person</source>
   <translation>Selbst gewählte Kandidaten</translation>
  </message>
  <message>
   <source>Expected
success</source>
   <translation>Erfolgs-
aussicht</translation>
  </message>
  <message>
   <source>L&amp;imits and repeats</source>
   <translation>Grenze&amp;n und Wiederholungen</translation>
  </message>
  <message>
   <source>Or these can&amp;didates</source>
   <translation>Oder diese Kandid&amp;aten</translation>
  </message>
  <message>
   <source>Ru&amp;ns</source>
   <translation>Ve&amp;rsuche</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Versuch</translation>
  </message>
  <message>
   <source>Well</source>
   <translation>Well</translation>
  </message>
  <message>
   <source>Wells of the worklist</source>
   <translation>Wells der Arbeitsliste</translation>
  </message>
  <message>
   <source>Worklist</source>
   <translation>Arbeitsliste</translation>
  </message>
  <message>
   <source>as suggested; or names: A, B, C</source>
   <translation>wie vorgeschlagen; oder Namen: A, B, C</translation>
  </message>
  <message>
   <source>limits: {count}</source>
   <translation>Grenzen: {count}</translation>
  </message>
  <message>
   <source>none</source>
   <translation>keiner</translation>
  </message>
  <message>
   <source>of {left} left. Fewer at once learn more per run.</source>
   <translation>von {left} übrigen. Weniger auf einmal lernen je Versuch mehr.</translation>
  </message>
  <message>
   <source>repeats allowed</source>
   <translation>Wiederholungen erlaubt</translation>
  </message>
  <message>
   <source>{file}, in {folder}</source>
   <translation>{file}, in {folder}</translation>
  </message>
 </context>
 <context>
  <name>_LimitRow</name>
  <message>
   <source>Column that limits the batch</source>
   <translation>Spalte, die die Gruppe begrenzt</translation>
  </message>
  <message>
   <source>Largest number of runs</source>
   <translation>Größte Zahl von Versuchen</translation>
  </message>
  <message>
   <source>Limit</source>
   <translation>Grenze</translation>
  </message>
  <message>
   <source>Remove</source>
   <translation>Entfernen</translation>
  </message>
  <message>
   <source>one value for the whole batch</source>
   <translation>ein Wert für die ganze Gruppe</translation>
  </message>
  <message>
   <source>shared, runs in progress counted, by at most:</source>
   <translation>geteilt, mit laufenden Versuchen, höchstens von:</translation>
  </message>
  <message>
   <source>the same value at most so often:</source>
   <translation>derselbe Wert höchstens so oft:</translation>
  </message>
 </context>
 <context>
  <name>_NumberPage</name>
  <message>
   <source>&amp;From</source>
   <translation>&amp;Von</translation>
  </message>
  <message>
   <source>&amp;to</source>
   <translation>&amp;bis</translation>
  </message>
  <message>
   <source>“{text}” is no number: write it like {example}</source>
   <translation>„{text}“ ist keine Zahl: schreiben Sie sie wie {example}</translation>
  </message>
 </context>
 <context>
  <name>_RunsPage</name>
  <message>
   <source>all</source>
   <translation>alle</translation>
  </message>
  <message>
   <source>never run</source>
   <translation>nie versucht</translation>
  </message>
  <message>
   <source>run</source>
   <translation>versucht</translation>
  </message>
  <message>
   <source>succeeded</source>
   <translation>gelungen</translation>
  </message>
 </context>
</TS>
