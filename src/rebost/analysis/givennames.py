"""Common given names of people, folded: how a name is known in a question that is written without capitals, or in nothing else."""

from __future__ import annotations

from typing import Final

GIVEN_NAMES: Final = frozenset(
    (
        # Catalan and Spanish
        "abel ada adela adolfo adria adriana adrian agnes agusti agustin aina ainhoa aitana albert alberto alejandra alejandro "
        "aleix alex alexandra alexia alexis alfons alfonso alfredo alicia almudena alvaro amadeu amalia amaia ana anabel andrea "
        "andres andreu angela anna anton antoni antonia antonio araceli ariadna ariel armando arnau artur arturo "
        "aurelio bartomeu beatriz beatriu begona belen benjamin bernardo bernat berta blai blas borja bruno "
        "carla carles carlos carlota carme carmen carmina carolina catalina caterina cecilia celia cesar claudia claudio "
        "conchita cristian cristina cristobal cristofol damia damian daniel daniela dario david diana didac diego "
        "domenec edgar eduard eduardo elena elisa elisabet elisenda eloi elvira emili emilia emilio emma enric enrique ernest "
        "ernesto esteban estefania ester esteve esther eugenia eugenio eulalia eva fabian fatima federico felip felipe felix "
        "ferran fernanda fernando francesc francesca francisca francisco gabriel gabriela gemma gerard gerardo gisela gonzalo "
        "gregorio guadalupe guillem guillermo gustavo hector helena hugo ignacio ignasi ines inma irene iria isaac isabel isidre ismael "
        "itziar ivan jacint jacinto jaime jana jaume javier jeroni jesus joan joana joaquim joaquin joel jofre jordi jorge jose josefa "
        "josefina josep juan juana judit julia julian juli laia lara laura leandro leonor leticia lidia llorenc lluc "
        "lluis lluisa lola lorena lorenzo lucas lucia luis luisa maite manel manuel manuela marcel marcelo margarida "
        "margarita maria mariana mariano mario marta marti martin martina mateo mateu matias mauricio "
        "meritxell miguel miquel mireia miriam moises monica montse montserrat nadia natalia nicolas noa noelia nora nuria "
        "olga oriol oscar pablo paco patricia paula pedro pep pepa pepe pere quim quima rafael rafel raimon ramon raquel raul "
        "ricard ricardo roberto rocio rodrigo roger roser rosalia ruben salvador samuel sandra santi santiago sara "
        "sebastian sebastia sergi sergio silvia simo simon sofia sonia susana tania tatiana teresa tomas toni valentina valeria vanesa "
        "veronica vicenc vicente victor virginia xavi xavier xenia ximena yolanda zoe "
        # English
        "aaron abigail adam aidan alan alastair alexander alfie alice alison allison amanda amelia amy andrew angus anita anne "
        "annie anthony archie arthur ashley audrey beatrice becky ben bernard beth betty brandon brenda brian bridget "
        "callum cameron caroline catherine charles charlie charlotte chloe chris christina christine christopher claire "
        "colin connor craig cynthia danny darren dave deborah debbie dennis derek donald donna dorothy douglas duncan dylan "
        "eddie edith edward eileen elaine eleanor elizabeth ella ellen ellie elliot emily eric erin ethan evan evelyn fiona "
        "freddie frederick gareth gary geoff geoffrey george georgina gillian gordon graham greg gregory gwen hannah harriet "
        "harry hayley heidi helen henry howard ian imogen isabella isabelle jackie jacob jake james jamie jane janet "
        "janice jason jeff jeffrey jennifer jenny jeremy jessica jill jim jimmy joanna joanne johanna john johnny jonathan "
        "joseph joshua joyce judith judy julie justin karen kate katherine kathleen kathy katie keith kelly ken kenneth kevin kieran "
        "kimberly kirsty kyle lauren lawrence leah lewis liam lindsay lisa liz lorraine louis louise lucy luke lydia "
        "lynn maisie malcolm marcus margaret marie marilyn marion marjorie martha mary matthew maureen maxine megan melanie melissa "
        "michael michelle mike millie muriel nancy naomi natalie nathan neil nicholas nicola nicole nigel noah noel norman "
        "oliver olivia owen pamela patrick paul pauline peggy penelope pete peter phil philip phoebe rachel ralph rebecca "
        "reginald rhys richard robert rodney ron ronald ross russell ruth ryan sally sam samantha sarah scott "
        "shannon sharon sheila shirley simone sophia sophie stacey stanley stella stephanie stephen steve steven stuart susan "
        "suzanne sylvia tamsin tara ted thomas tim timothy tina toby todd tom tony tracy trevor ursula valerie vincent vivian "
        "walter wendy wilfred william yvonne zac zoey"
    ).split()
)
